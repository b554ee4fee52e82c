/* Stands in for CUDA's headers, with the others of this folder: what device code may use, and as
 * much of the runtime as host code in the same source needs to be read. Functions of device code
 * are OpenCL's by their mangled names or intrinsics of LLVM, so that analysis/ knows them and
 * libclc has their bodies. Without debug information, so that what they do is at the place of the
 * call. */

#define __CUDACC__ 1
#define __CUDA_RUNTIME_H__
#define __DRIVER_TYPES_H__
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define CUDART_VERSION 12040
#define CUDA_VERSION 12040
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define __NV_SILENCE_DEPRECATION_BEGIN
#define __NV_SILENCE_DEPRECATION_END

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
#ifdef __HIP__
/* As HIP's headers have it: the second number is waves of a SIMD. */
#define CLPERF_BOUNDS_1(items) __attribute__((amdgpu_flat_work_group_size(1, items)))
#define CLPERF_BOUNDS_2(items, waves)                                                              \
    __attribute__((amdgpu_flat_work_group_size(1, items), amdgpu_waves_per_eu(waves)))
#define CLPERF_BOUNDS(first, second, which, ...) which
#define __launch_bounds__(...)                                                                     \
    CLPERF_BOUNDS(__VA_ARGS__, CLPERF_BOUNDS_2, CLPERF_BOUNDS_1, )(__VA_ARGS__)
#else
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cluster_dims__(...)

#define CLPERF_INLINE static __inline__ __attribute__((always_inline, nodebug, unused))
#define CLPERF_DEVICE CLPERF_INLINE __attribute__((device))
#define CLPERF_BOTH CLPERF_INLINE __attribute__((host, device))

/* Behind attributes clang has no place for alignas, as in `__shared__ alignas(16) float tile[64]`;
 * of a type or a number. */
#if __cplusplus >= 201103L
template <class T> constexpr __SIZE_TYPE__ clperf_alignment() {
    return alignof(T);
}
template <__SIZE_TYPE__ n> constexpr __SIZE_TYPE__ clperf_alignment() {
    return n;
}
#define alignas(...) __attribute__((aligned(clperf_alignment<__VA_ARGS__>())))
#endif
