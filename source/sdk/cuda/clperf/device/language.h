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
#define __NV_SILENCE_DEPRECATION_BEGIN
#define __NV_SILENCE_DEPRECATION_END

#include "clperf/words.h"
#undef __managed__
#define __managed__ __device__
#ifdef __HIP__
#undef __launch_bounds__
/* As HIP's headers have it: the second number is waves of a SIMD. */
#define CLPERF_BOUNDS_1(items) __attribute__((amdgpu_flat_work_group_size(1, items)))
#define CLPERF_BOUNDS_2(items, waves)                                                              \
    __attribute__((amdgpu_flat_work_group_size(1, items), amdgpu_waves_per_eu(waves)))
#define CLPERF_BOUNDS(first, second, which, ...) which
#define __launch_bounds__(...)                                                                     \
    CLPERF_BOUNDS(__VA_ARGS__, CLPERF_BOUNDS_2, CLPERF_BOUNDS_1, )(__VA_ARGS__)
#endif

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
