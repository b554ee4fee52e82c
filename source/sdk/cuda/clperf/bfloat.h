/* Stands in for cuda_bf16.h: bfloat16 is the compiler's own type, and pairs of it are vectors, so
 * that an operation on both is one. */
#pragma GCC system_header
#ifndef CLPERF_BFLOAT
#define CLPERF_BFLOAT

typedef __bf16 __nv_bfloat16, nv_bfloat16;
typedef __bf16 __nv_bfloat162 __attribute__((ext_vector_type(2)));
typedef __nv_bfloat162 nv_bfloat162;

/* --- conversions -------------------------------------------------------------- */

CLPERF_BOTH __nv_bfloat16 __float2bfloat16(float x) {
    return (__nv_bfloat16)x;
}
CLPERF_BOTH float __bfloat162float(__nv_bfloat16 x) {
    return (float)x;
}
CLPERF_BOTH __nv_bfloat16 __double2bfloat16(double x) {
    return (__nv_bfloat16)(float)x;
}
#define CLPERF_BFLOAT_ROUNDED(name, type, mode)                                                    \
    CLPERF_BOTH __nv_bfloat16 __##name##2bfloat16_##mode(type x) {                                 \
        return (__nv_bfloat16)(float)x;                                                            \
    }                                                                                              \
    CLPERF_BOTH type __bfloat162##name##_##mode(__nv_bfloat16 x) {                                 \
        return (type)(float)x;                                                                     \
    }
#define CLPERF_BFLOAT_NUMBER(name, type)                                                           \
    CLPERF_BFLOAT_ROUNDED(name, type, rn)                                                          \
    CLPERF_BFLOAT_ROUNDED(name, type, rz)                                                          \
    CLPERF_BFLOAT_ROUNDED(name, type, rd)                                                          \
    CLPERF_BFLOAT_ROUNDED(name, type, ru)
CLPERF_BFLOAT_NUMBER(float, float)
CLPERF_BFLOAT_NUMBER(int, int)
CLPERF_BFLOAT_NUMBER(uint, unsigned)
CLPERF_BFLOAT_NUMBER(short, short)
CLPERF_BFLOAT_NUMBER(ushort, unsigned short)
CLPERF_BFLOAT_NUMBER(ll, long long)
CLPERF_BFLOAT_NUMBER(ull, unsigned long long)
#undef CLPERF_BFLOAT_NUMBER
#undef CLPERF_BFLOAT_ROUNDED
CLPERF_BOTH short __bfloat16_as_short(__nv_bfloat16 x) {
    return __builtin_bit_cast(short, x);
}
CLPERF_BOTH unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) {
    return __builtin_bit_cast(unsigned short, x);
}
CLPERF_BOTH __nv_bfloat16 __short_as_bfloat16(short x) {
    return __builtin_bit_cast(__nv_bfloat16, x);
}
CLPERF_BOTH __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) {
    return __builtin_bit_cast(__nv_bfloat16, x);
}

/* --- pairs --------------------------------------------------------------------- */

CLPERF_BOTH __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) {
    return __nv_bfloat162{x, y};
}
CLPERF_BOTH __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) {
    return __nv_bfloat162{x, y};
}
CLPERF_BOTH __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) {
    return __nv_bfloat162{x, x};
}
CLPERF_BOTH __nv_bfloat162 __float2bfloat162_rn(float x) {
    return __nv_bfloat162{(__nv_bfloat16)x, (__nv_bfloat16)x};
}
CLPERF_BOTH __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
    return __nv_bfloat162{(__nv_bfloat16)x, (__nv_bfloat16)y};
}
CLPERF_BOTH __nv_bfloat162 __float22bfloat162_rn(float2 v) {
    return __nv_bfloat162{(__nv_bfloat16)v.x, (__nv_bfloat16)v.y};
}
CLPERF_BOTH float2 __bfloat1622float2(__nv_bfloat162 v) {
    return float2{(float)v.x, (float)v.y};
}
CLPERF_BOTH __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) {
    return v.x;
}
CLPERF_BOTH __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) {
    return v.y;
}
CLPERF_BOTH float __low2float(__nv_bfloat162 v) {
    return (float)v.x;
}
CLPERF_BOTH float __high2float(__nv_bfloat162 v) {
    return (float)v.y;
}
CLPERF_BOTH __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) {
    return __nv_bfloat162{v.x, v.x};
}
CLPERF_BOTH __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) {
    return __nv_bfloat162{v.y, v.y};
}
#define CLPERF_NARROW __nv_bfloat16
#define CLPERF_NARROW2 __nv_bfloat162
#endif
