/* CUDA's words for where code runs and data lies: attributes for a compiler of CUDA, nothing for
 * others. */
#ifndef CLPERF_HOST_DEFINES_H
#define CLPERF_HOST_DEFINES_H
#pragma GCC system_header

#if defined(__CUDA__) || defined(__HIP__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __forceinline__ __inline__ __attribute__((always_inline))
#endif
#define __grid_constant__
#define __cluster_dims__(...)
#define __maxnreg__(...)
#ifndef __CUDA__ /* to whose compilers it is a keyword */
#define __noinline__ __attribute__((noinline))
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB

#endif
