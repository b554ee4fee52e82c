/* Arithmetic, comparisons, functions and shuffles of half and bfloat16 alike: follows the text that
 * defines CLPERF_NARROW as the type and CLPERF_NARROW2 as the vector of two. */
#ifdef CLPERF_NARROW

/* --- arithmetic ------------------------------------------------------------------ */

#define CLPERF_NARROW_2(name, expression)                                                          \
    CLPERF_BOTH CLPERF_NARROW name(CLPERF_NARROW x, CLPERF_NARROW y) {                             \
        return (CLPERF_NARROW)(expression);                                                        \
    }                                                                                              \
    CLPERF_BOTH CLPERF_NARROW2 name##2(CLPERF_NARROW2 x, CLPERF_NARROW2 y) {                       \
        return expression;                                                                         \
    }
CLPERF_NARROW_2(__hadd, x + y)
CLPERF_NARROW_2(__hsub, x - y)
CLPERF_NARROW_2(__hmul, x *y)
CLPERF_NARROW_2(__hadd_rn, x + y)
CLPERF_NARROW_2(__hsub_rn, x - y)
CLPERF_NARROW_2(__hmul_rn, x *y)
CLPERF_NARROW_2(__hmin, __builtin_elementwise_min(x, y))
CLPERF_NARROW_2(__hmax, __builtin_elementwise_max(x, y))
#undef CLPERF_NARROW_2
CLPERF_BOTH CLPERF_NARROW __hdiv(CLPERF_NARROW x, CLPERF_NARROW y) {
    return (CLPERF_NARROW)((float)x / (float)y);
}
CLPERF_BOTH CLPERF_NARROW2 __h2div(CLPERF_NARROW2 x, CLPERF_NARROW2 y) {
    return CLPERF_NARROW2{__hdiv(x.x, y.x), __hdiv(x.y, y.y)};
}
CLPERF_BOTH CLPERF_NARROW __hfma(CLPERF_NARROW x, CLPERF_NARROW y, CLPERF_NARROW z) {
    return __builtin_elementwise_fma(x, y, z);
}
CLPERF_BOTH CLPERF_NARROW2 __hfma2(CLPERF_NARROW2 x, CLPERF_NARROW2 y, CLPERF_NARROW2 z) {
    return __builtin_elementwise_fma(x, y, z);
}
CLPERF_BOTH CLPERF_NARROW __hneg(CLPERF_NARROW x) {
    return -x;
}
CLPERF_BOTH CLPERF_NARROW2 __hneg2(CLPERF_NARROW2 x) {
    return -x;
}
CLPERF_BOTH CLPERF_NARROW __habs(CLPERF_NARROW x) {
    return __builtin_elementwise_abs(x);
}
CLPERF_BOTH CLPERF_NARROW2 __habs2(CLPERF_NARROW2 x) {
    return __builtin_elementwise_abs(x);
}

/* --- comparisons ------------------------------------------------------------------- */

#define CLPERF_NARROW_COMPARE(name, op)                                                            \
    CLPERF_BOTH bool __h##name(CLPERF_NARROW x, CLPERF_NARROW y) {                                 \
        return x op y;                                                                             \
    }                                                                                              \
    CLPERF_BOTH bool __hb##name##2(CLPERF_NARROW2 x, CLPERF_NARROW2 y) {                           \
        return x.x op y.x && x.y op y.y;                                                           \
    }                                                                                              \
    CLPERF_BOTH CLPERF_NARROW2 __h##name##2(CLPERF_NARROW2 x, CLPERF_NARROW2 y) {                  \
        return CLPERF_NARROW2{(CLPERF_NARROW)(x.x op y.x), (CLPERF_NARROW)(x.y op y.y)};           \
    }
CLPERF_NARROW_COMPARE(eq, ==)
CLPERF_NARROW_COMPARE(ne, !=)
CLPERF_NARROW_COMPARE(lt, <)
CLPERF_NARROW_COMPARE(le, <=)
CLPERF_NARROW_COMPARE(gt, >)
CLPERF_NARROW_COMPARE(ge, >=)
#undef CLPERF_NARROW_COMPARE
CLPERF_BOTH bool __hisnan(CLPERF_NARROW x) {
    return x != x;
}
CLPERF_BOTH int __hisinf(CLPERF_NARROW x) {
    return (float)x == __builtin_inff() || (float)x == -__builtin_inff();
}

/* --- functions ------------------------------------------------------------------------ */

/* By those of float, which are the hardware's. */
#define CLPERF_NARROW_FUNCTION(name, function)                                                     \
    CLPERF_DEVICE CLPERF_NARROW h##name(CLPERF_NARROW x) {                                         \
        return (CLPERF_NARROW)function((float)x);                                                  \
    }                                                                                              \
    CLPERF_DEVICE CLPERF_NARROW2 h2##name(CLPERF_NARROW2 v) {                                      \
        return CLPERF_NARROW2{h##name(v.x), h##name(v.y)};                                         \
    }
CLPERF_NARROW_FUNCTION(exp, __expf)
CLPERF_NARROW_FUNCTION(exp2, exp2f)
CLPERF_NARROW_FUNCTION(log, __logf)
CLPERF_NARROW_FUNCTION(log2, __log2f)
CLPERF_NARROW_FUNCTION(sin, __sinf)
CLPERF_NARROW_FUNCTION(cos, __cosf)
CLPERF_NARROW_FUNCTION(sqrt, sqrtf)
CLPERF_NARROW_FUNCTION(rsqrt, rsqrtf)
CLPERF_NARROW_FUNCTION(rcp, 1 /)
CLPERF_NARROW_FUNCTION(floor, floorf)
CLPERF_NARROW_FUNCTION(ceil, ceilf)
CLPERF_NARROW_FUNCTION(trunc, truncf)
CLPERF_NARROW_FUNCTION(rint, rintf)
#undef CLPERF_NARROW_FUNCTION

/* --- atomics and shuffles ---------------------------------------------------------------- */

CLPERF_DEVICE CLPERF_NARROW atomicAdd(CLPERF_NARROW *p, CLPERF_NARROW v) {
    return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
}
/* Of a word of bits: what is stored is not followed. */
CLPERF_DEVICE CLPERF_NARROW2 atomicAdd(CLPERF_NARROW2 *p, CLPERF_NARROW2 v) {
    return __builtin_bit_cast(CLPERF_NARROW2,
                              atomicAdd((unsigned *)p, __builtin_bit_cast(unsigned, v)));
}
#define CLPERF_NARROW_SHUFFLE(name)                                                                \
    CLPERF_DEVICE CLPERF_NARROW name(unsigned mask, CLPERF_NARROW v, int lane, int width = warpSize) {   \
        return __builtin_bit_cast(                                                                 \
            CLPERF_NARROW,                                                                         \
            (unsigned short)name(mask, (int)__builtin_bit_cast(unsigned short, v), lane, width));  \
    }                                                                                              \
    CLPERF_DEVICE CLPERF_NARROW2 name(unsigned mask, CLPERF_NARROW2 v, int lane, int width = warpSize) { \
        return __builtin_bit_cast(CLPERF_NARROW2,                                                  \
                                  name(mask, __builtin_bit_cast(int, v), lane, width));            \
    }
CLPERF_NARROW_SHUFFLE(__shfl_sync)
CLPERF_NARROW_SHUFFLE(__shfl_up_sync)
CLPERF_NARROW_SHUFFLE(__shfl_down_sync)
CLPERF_NARROW_SHUFFLE(__shfl_xor_sync)
#undef CLPERF_NARROW_SHUFFLE
#undef CLPERF_NARROW
#undef CLPERF_NARROW2
#endif
