/* Stands in for cuda_fp16.h: half is the compiler's own type, and half2 a vector of two, so that an
 * operation on both is one. */
#pragma GCC system_header
#ifndef CLPERF_HALF
#define CLPERF_HALF

typedef _Float16 half, __half, __nv_half;
typedef half half2 __attribute__((ext_vector_type(2)));
typedef half2 __half2, __nv_half2;

/* --- conversions -------------------------------------------------------------- */

CLPERF_BOTH half __float2half(float x) {
    return (half)x;
}
CLPERF_BOTH float __half2float(half x) {
    return (float)x;
}
CLPERF_BOTH half __double2half(double x) {
    return (half)x;
}
#define CLPERF_HALF_NUMBER(name, type)                                                             \
    CLPERF_BOTH half __##name##2half_rn(type x) {                                                  \
        return (half)x;                                                                            \
    }                                                                                              \
    CLPERF_BOTH half __##name##2half_rz(type x) {                                                  \
        return (half)x;                                                                            \
    }                                                                                              \
    CLPERF_BOTH type __half2##name##_rn(half x) {                                                  \
        return (type)x;                                                                            \
    }                                                                                              \
    CLPERF_BOTH type __half2##name##_rz(half x) {                                                  \
        return (type)x;                                                                            \
    }
CLPERF_HALF_NUMBER(float, float)
CLPERF_HALF_NUMBER(int, int)
CLPERF_HALF_NUMBER(uint, unsigned)
CLPERF_HALF_NUMBER(short, short)
CLPERF_HALF_NUMBER(ushort, unsigned short)
CLPERF_HALF_NUMBER(ll, long long)
CLPERF_HALF_NUMBER(ull, unsigned long long)
#undef CLPERF_HALF_NUMBER
CLPERF_BOTH short __half_as_short(half x) {
    return __builtin_bit_cast(short, x);
}
CLPERF_BOTH unsigned short __half_as_ushort(half x) {
    return __builtin_bit_cast(unsigned short, x);
}
CLPERF_BOTH half __short_as_half(short x) {
    return __builtin_bit_cast(half, x);
}
CLPERF_BOTH half __ushort_as_half(unsigned short x) {
    return __builtin_bit_cast(half, x);
}

CLPERF_BOTH unsigned short __half2ushort_rd(half x) {
    return (unsigned short)x;
}
CLPERF_BOTH signed char __half2char_rz(half x) {
    return (signed char)(float)x;
}
CLPERF_BOTH unsigned char __half2uchar_rz(half x) {
    return (unsigned char)(float)x;
}
/* Of one half. */
struct __half_raw {
    unsigned short x;
};
struct __half2_raw {
    unsigned short x, y;
};

/* --- pairs --------------------------------------------------------------------- */

CLPERF_BOTH half2 make_half2(half x, half y) {
    return half2{x, y};
}
CLPERF_BOTH half2 __halves2half2(half x, half y) {
    return half2{x, y};
}
CLPERF_BOTH half2 __half2half2(half x) {
    return half2{x, x};
}
CLPERF_BOTH half2 __float2half2_rn(float x) {
    return half2{(half)x, (half)x};
}
CLPERF_BOTH half2 __floats2half2_rn(float x, float y) {
    return half2{(half)x, (half)y};
}
CLPERF_BOTH half2 __float22half2_rn(float2 v) {
    return half2{(half)v.x, (half)v.y};
}
CLPERF_BOTH float2 __half22float2(half2 v) {
    return float2{(float)v.x, (float)v.y};
}
CLPERF_BOTH half __low2half(half2 v) {
    return v.x;
}
CLPERF_BOTH half __high2half(half2 v) {
    return v.y;
}
CLPERF_BOTH float __low2float(half2 v) {
    return (float)v.x;
}
CLPERF_BOTH float __high2float(half2 v) {
    return (float)v.y;
}
CLPERF_BOTH half2 __low2half2(half2 v) {
    return half2{v.x, v.x};
}
CLPERF_BOTH half2 __high2half2(half2 v) {
    return half2{v.y, v.y};
}
CLPERF_BOTH half2 __lowhigh2highlow(half2 v) {
    return half2{v.y, v.x};
}
CLPERF_BOTH half2 __lows2half2(half2 a, half2 b) {
    return half2{a.x, b.x};
}
CLPERF_BOTH half2 __highs2half2(half2 a, half2 b) {
    return half2{a.y, b.y};
}
#define CLPERF_NARROW half
#define CLPERF_NARROW2 half2
#endif
