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

/* --- arithmetic ------------------------------------------------------------------ */

#define CLPERF_HALF_2(name, expression)                                                            \
    CLPERF_BOTH half name(half x, half y) {                                                        \
        return (half)(expression);                                                                 \
    }                                                                                              \
    CLPERF_BOTH half2 name##2(half2 x, half2 y) {                                                  \
        return expression;                                                                         \
    }
CLPERF_HALF_2(__hadd, x + y)
CLPERF_HALF_2(__hsub, x - y)
CLPERF_HALF_2(__hmul, x *y)
CLPERF_HALF_2(__hadd_rn, x + y)
CLPERF_HALF_2(__hsub_rn, x - y)
CLPERF_HALF_2(__hmul_rn, x *y)
CLPERF_HALF_2(__hmin, __builtin_elementwise_min(x, y))
CLPERF_HALF_2(__hmax, __builtin_elementwise_max(x, y))
#undef CLPERF_HALF_2
CLPERF_BOTH half __hdiv(half x, half y) {
    return (half)((float)x / (float)y);
}
CLPERF_BOTH half2 __h2div(half2 x, half2 y) {
    return half2{__hdiv(x.x, y.x), __hdiv(x.y, y.y)};
}
CLPERF_BOTH half __hfma(half x, half y, half z) {
    return __builtin_elementwise_fma(x, y, z);
}
CLPERF_BOTH half2 __hfma2(half2 x, half2 y, half2 z) {
    return __builtin_elementwise_fma(x, y, z);
}
CLPERF_BOTH half __hneg(half x) {
    return -x;
}
CLPERF_BOTH half2 __hneg2(half2 x) {
    return -x;
}
CLPERF_BOTH half __habs(half x) {
    return __builtin_elementwise_abs(x);
}
CLPERF_BOTH half2 __habs2(half2 x) {
    return __builtin_elementwise_abs(x);
}

/* --- comparisons ------------------------------------------------------------------- */

#define CLPERF_HALF_COMPARE(name, op)                                                              \
    CLPERF_BOTH bool __h##name(half x, half y) {                                                   \
        return x op y;                                                                             \
    }                                                                                              \
    CLPERF_BOTH bool __hb##name##2(half2 x, half2 y) {                                             \
        return x.x op y.x && x.y op y.y;                                                           \
    }                                                                                              \
    CLPERF_BOTH half2 __h##name##2(half2 x, half2 y) {                                             \
        return half2{(half)(x.x op y.x), (half)(x.y op y.y)};                                      \
    }
CLPERF_HALF_COMPARE(eq, ==)
CLPERF_HALF_COMPARE(ne, !=)
CLPERF_HALF_COMPARE(lt, <)
CLPERF_HALF_COMPARE(le, <=)
CLPERF_HALF_COMPARE(gt, >)
CLPERF_HALF_COMPARE(ge, >=)
#undef CLPERF_HALF_COMPARE
CLPERF_BOTH bool __hisnan(half x) {
    return x != x;
}
CLPERF_BOTH int __hisinf(half x) {
    return (float)x == __builtin_inff() || (float)x == -__builtin_inff();
}

/* --- functions ------------------------------------------------------------------------ */

/* By those of float, which are the hardware's. */
#define CLPERF_HALF_FUNCTION(name, function)                                                       \
    CLPERF_DEVICE half h##name(half x) {                                                           \
        return (half)function((float)x);                                                           \
    }                                                                                              \
    CLPERF_DEVICE half2 h2##name(half2 v) {                                                        \
        return half2{h##name(v.x), h##name(v.y)};                                                  \
    }
CLPERF_HALF_FUNCTION(exp, __expf)
CLPERF_HALF_FUNCTION(exp2, exp2f)
CLPERF_HALF_FUNCTION(log, __logf)
CLPERF_HALF_FUNCTION(log2, __log2f)
CLPERF_HALF_FUNCTION(sin, __sinf)
CLPERF_HALF_FUNCTION(cos, __cosf)
CLPERF_HALF_FUNCTION(sqrt, sqrtf)
CLPERF_HALF_FUNCTION(rsqrt, rsqrtf)
CLPERF_HALF_FUNCTION(rcp, 1 /)
CLPERF_HALF_FUNCTION(floor, floorf)
CLPERF_HALF_FUNCTION(ceil, ceilf)
CLPERF_HALF_FUNCTION(trunc, truncf)
CLPERF_HALF_FUNCTION(rint, rintf)
#undef CLPERF_HALF_FUNCTION

/* --- atomics and shuffles ---------------------------------------------------------------- */

CLPERF_DEVICE half atomicAdd(half *p, half v) {
    return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
}
/* Of a word of bits: what is stored is not followed. */
CLPERF_DEVICE half2 atomicAdd(half2 *p, half2 v) {
    return __builtin_bit_cast(half2, atomicAdd((unsigned *)p, __builtin_bit_cast(unsigned, v)));
}
#define CLPERF_HALF_SHUFFLE(name)                                                                  \
    CLPERF_DEVICE half name(unsigned mask, half v, int lane, int width = 32) {                     \
        return __ushort_as_half(                                                                   \
            (unsigned short)name(mask, (int)__half_as_ushort(v), lane, width));                    \
    }                                                                                              \
    CLPERF_DEVICE half2 name(unsigned mask, half2 v, int lane, int width = 32) {                   \
        return __builtin_bit_cast(half2, name(mask, __builtin_bit_cast(int, v), lane, width));     \
    }
CLPERF_HALF_SHUFFLE(__shfl_sync)
CLPERF_HALF_SHUFFLE(__shfl_up_sync)
CLPERF_HALF_SHUFFLE(__shfl_down_sync)
CLPERF_HALF_SHUFFLE(__shfl_xor_sync)
#undef CLPERF_HALF_SHUFFLE
#endif
