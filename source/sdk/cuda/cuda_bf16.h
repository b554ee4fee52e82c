/* Numbers with the exponent of float and half its bits. */
#ifndef CLPERF_CUDA_BF16_H
#define CLPERF_CUDA_BF16_H
#pragma GCC system_header

#include "clperf/words.h"
#include "cuda_runtime.h"
#ifdef __CUDA__
/* Its bits, since libraries that convert the compiler's own type are not everywhere. */
struct __nv_bfloat16 {
    unsigned short clperf_bits;
    __nv_bfloat16() = default;
    __host__ __device__ __nv_bfloat16(float x) {
        unsigned bits = __builtin_bit_cast(unsigned, x);
        bool nan = (bits & 0x7fffffffu) > 0x7f800000u;
        clperf_bits = (unsigned short)(nan ? 0x7fffu : (bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
    }
    __host__ __device__ __nv_bfloat16(double x) : __nv_bfloat16((float)x) {}
    __host__ __device__ __nv_bfloat16(int x) : __nv_bfloat16((float)x) {}
    __host__ __device__ operator float() const {
        return __builtin_bit_cast(float, (unsigned)clperf_bits << 16);
    }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __align__(4) nv_bfloat162 {
    nv_bfloat16 x, y;
};
typedef nv_bfloat162 __nv_bfloat162;

CLPERF_BOTH nv_bfloat16 __float2bfloat16(float x) {
    return (nv_bfloat16)x;
}
CLPERF_BOTH nv_bfloat16 __float2bfloat16_rn(float x) {
    return (nv_bfloat16)x;
}
CLPERF_BOTH nv_bfloat16 __double2bfloat16(double x) {
    return (nv_bfloat16)(float)x;
}
CLPERF_BOTH float __bfloat162float(nv_bfloat16 x) {
    return (float)x;
}
CLPERF_BOTH nv_bfloat162 __halves2bfloat162(nv_bfloat16 x, nv_bfloat16 y) {
    return nv_bfloat162{x, y};
}
CLPERF_BOTH nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
    return nv_bfloat162{(nv_bfloat16)x, (nv_bfloat16)y};
}
CLPERF_BOTH float2 __bfloat1622float2(nv_bfloat162 v) {
    return float2{(float)v.x, (float)v.y};
}
CLPERF_BOTH float __low2float(nv_bfloat162 v) {
    return (float)v.x;
}
CLPERF_BOTH float __high2float(nv_bfloat162 v) {
    return (float)v.y;
}
#else
typedef struct {
    unsigned short x;
} __nv_bfloat16, nv_bfloat16;
#endif

#endif
