/* Functions that OpenCL has under other names. */

/* float NAMEf(float), float NAME(float) and double NAME(double) by OpenCL's BUILTIN; SYMBOL is its
 * mangled name without types. */
#define CLPERF_MATH_1(name, symbol, fast)                                                          \
    __device__ __attribute__((const)) float clperf_##name##_f(float) __asm__(                      \
        CLPERF_FAST(symbol, fast) "f");                                                            \
    __device__ __attribute__((const)) double clperf_##name##_d(double) __asm__(symbol "d");        \
    CLPERF_DEVICE float name##f(float x) {                                                         \
        return clperf_##name##_f(x);                                                               \
    }                                                                                              \
    CLPERF_DEVICE float name(float x) {                                                            \
        return clperf_##name##_f(x);                                                               \
    }                                                                                              \
    CLPERF_DEVICE double name(double x) {                                                          \
        return clperf_##name##_d(x);                                                               \
    }                                                                                              \
    CLPERF_DEVICE double name(int x) {                                                             \
        return clperf_##name##_d(x);                                                               \
    }
#define CLPERF_MATH_2(name, symbol, fast)                                                          \
    __device__ __attribute__((const)) float clperf_##name##_f(float, float) __asm__(               \
        CLPERF_FAST(symbol, fast) "ff");                                                           \
    __device__                                                                                     \
        __attribute__((const)) double clperf_##name##_d(double, double) __asm__(symbol "dd");      \
    CLPERF_DEVICE float name##f(float x, float y) {                                                \
        return clperf_##name##_f(x, y);                                                            \
    }                                                                                              \
    CLPERF_DEVICE float name(float x, float y) {                                                   \
        return clperf_##name##_f(x, y);                                                            \
    }                                                                                              \
    CLPERF_DEVICE double name(double x, double y) {                                                \
        return clperf_##name##_d(x, y);                                                            \
    }                                                                                              \
    CLPERF_DEVICE double name(float x, int y) {                                                    \
        return clperf_##name##_d(x, y);                                                            \
    }                                                                                              \
    CLPERF_DEVICE double name(double x, int y) {                                                   \
        return clperf_##name##_d(x, y);                                                            \
    }                                                                                              \
    CLPERF_DEVICE double name(double x, float y) {                                                 \
        return clperf_##name##_d(x, y);                                                            \
    }                                                                                              \
    CLPERF_DEVICE double name(float x, double y) {                                                 \
        return clperf_##name##_d(x, y);                                                            \
    }
#ifdef __FAST_MATH__
#define CLPERF_FAST(symbol, fast) fast
#else
#define CLPERF_FAST(symbol, fast) symbol
#endif

CLPERF_MATH_1(sqrt, "_Z4sqrt", "_Z11native_sqrt")
CLPERF_MATH_1(cbrt, "_Z4cbrt", "_Z4cbrt")
CLPERF_MATH_1(sin, "_Z3sin", "_Z10native_sin")
CLPERF_MATH_1(cos, "_Z3cos", "_Z10native_cos")
CLPERF_MATH_1(tan, "_Z3tan", "_Z10native_tan")
CLPERF_MATH_1(sinpi, "_Z5sinpi", "_Z5sinpi")
CLPERF_MATH_1(cospi, "_Z5cospi", "_Z5cospi")
CLPERF_MATH_1(asin, "_Z4asin", "_Z4asin")
CLPERF_MATH_1(acos, "_Z4acos", "_Z4acos")
CLPERF_MATH_1(atan, "_Z4atan", "_Z4atan")
CLPERF_MATH_1(sinh, "_Z4sinh", "_Z4sinh")
CLPERF_MATH_1(cosh, "_Z4cosh", "_Z4cosh")
CLPERF_MATH_1(tanh, "_Z4tanh", "_Z4tanh")
CLPERF_MATH_1(asinh, "_Z5asinh", "_Z5asinh")
CLPERF_MATH_1(acosh, "_Z5acosh", "_Z5acosh")
CLPERF_MATH_1(atanh, "_Z5atanh", "_Z5atanh")
CLPERF_MATH_1(exp, "_Z3exp", "_Z10native_exp")
CLPERF_MATH_1(exp2, "_Z4exp2", "_Z11native_exp2")
CLPERF_MATH_1(exp10, "_Z5exp10", "_Z12native_exp10")
CLPERF_MATH_1(expm1, "_Z5expm1", "_Z5expm1")
CLPERF_MATH_1(log, "_Z3log", "_Z10native_log")
CLPERF_MATH_1(log2, "_Z4log2", "_Z11native_log2")
CLPERF_MATH_1(log10, "_Z5log10", "_Z12native_log10")
CLPERF_MATH_1(log1p, "_Z5log1p", "_Z5log1p")
CLPERF_MATH_1(erf, "_Z3erf", "_Z3erf")
CLPERF_MATH_1(erfc, "_Z4erfc", "_Z4erfc")
CLPERF_MATH_1(tgamma, "_Z6tgamma", "_Z6tgamma")
CLPERF_MATH_1(lgamma, "_Z6lgamma", "_Z6lgamma")
CLPERF_MATH_1(floor, "_Z5floor", "_Z5floor")
CLPERF_MATH_1(ceil, "_Z4ceil", "_Z4ceil")
CLPERF_MATH_1(trunc, "_Z5trunc", "_Z5trunc")
CLPERF_MATH_1(round, "_Z5round", "_Z5round")
CLPERF_MATH_1(rint, "_Z4rint", "_Z4rint")
CLPERF_MATH_1(nearbyint, "_Z4rint", "_Z4rint")
CLPERF_MATH_1(fabs, "_Z4fabs", "_Z4fabs")
CLPERF_MATH_2(pow, "_Z3pow", "_Z11native_powr")
CLPERF_MATH_2(atan2, "_Z5atan2", "_Z5atan2")
CLPERF_MATH_2(hypot, "_Z5hypot", "_Z5hypot")
CLPERF_MATH_2(fmod, "_Z4fmod", "_Z4fmod")
CLPERF_MATH_2(remainder, "_Z9remainder", "_Z9remainder")
CLPERF_MATH_2(copysign, "_Z8copysign", "_Z8copysign")
CLPERF_MATH_2(fmin, "_Z4fmin", "_Z4fmin")
CLPERF_MATH_2(fmax, "_Z4fmax", "_Z4fmax")
CLPERF_MATH_2(fdim, "_Z4fdim", "_Z4fdim")
/* From here on those that only have to keep denormals. */
#ifdef __CUDA_FTZ
#undef CLPERF_FAST
#define CLPERF_FAST(symbol, flushed) flushed
#endif
CLPERF_MATH_1(rsqrt, "_Z5rsqrt", "_Z12native_rsqrt")
#undef CLPERF_MATH_1
#undef CLPERF_MATH_2

/* NAME(TYPE, ...) by the OpenCL function of that mangled name. */
#define CLPERF_NAMED_1(result, name, type, symbol)                                                 \
    __device__ __attribute__((const)) result name(type) __asm__(symbol);
#define CLPERF_NAMED_2(result, name, type, symbol)                                                 \
    __device__ __attribute__((const)) result name(type, type) __asm__(symbol);
CLPERF_NAMED_1(float, __sinf, float, "_Z10native_sinf")
CLPERF_NAMED_1(float, __cosf, float, "_Z10native_cosf")
CLPERF_NAMED_1(float, __tanf, float, "_Z10native_tanf")
CLPERF_NAMED_1(float, __expf, float, CLPERF_FAST("_Z12denormal_expf", "_Z10native_expf"))
CLPERF_NAMED_1(float, __exp10f, float, CLPERF_FAST("_Z14denormal_exp10f", "_Z12native_exp10f"))
CLPERF_NAMED_1(float, __logf, float, CLPERF_FAST("_Z12denormal_logf", "_Z10native_logf"))
CLPERF_NAMED_1(float, __log2f, float, CLPERF_FAST("_Z13denormal_log2f", "_Z11native_log2f"))
CLPERF_NAMED_1(float, __log10f, float, CLPERF_FAST("_Z14denormal_log10f", "_Z12native_log10f"))
CLPERF_NAMED_2(float, __powf, float, CLPERF_FAST("_Z13denormal_powrff", "_Z11native_powrff"))
CLPERF_NAMED_2(float, __fdividef, float,
               CLPERF_FAST("_Z15denormal_divideff", "_Z13native_divideff"))
CLPERF_NAMED_1(float, __frsqrt_rn, float, "_Z5rsqrtf")
CLPERF_NAMED_2(int, __mulhi, int, "_Z6mul_hiii")
CLPERF_NAMED_2(unsigned, __umulhi, unsigned, "_Z6mul_hijj")
CLPERF_NAMED_2(long long, __mul64hi, long long, "_Z6mul_hill")
CLPERF_NAMED_2(unsigned long long, __umul64hi, unsigned long long, "_Z6mul_himm")
CLPERF_NAMED_2(int, __mul24, int, "_Z5mul24ii")
CLPERF_NAMED_2(unsigned, __umul24, unsigned, "_Z5mul24jj")
CLPERF_NAMED_2(int, __hadd, int, "_Z4haddii")
CLPERF_NAMED_2(int, __rhadd, int, "_Z5rhaddii")
CLPERF_NAMED_1(int, __clz, int, "_Z3clzi")
CLPERF_NAMED_1(int, __popc, unsigned, "_Z8popcountj")
CLPERF_NAMED_2(int, clperf_min, int, "_Z3minii")
CLPERF_NAMED_2(unsigned, clperf_min, unsigned, "_Z3minjj")
CLPERF_NAMED_2(long, clperf_min, long, "_Z3minll")
CLPERF_NAMED_2(unsigned long, clperf_min, unsigned long, "_Z3minmm")
CLPERF_NAMED_2(int, clperf_max, int, "_Z3maxii")
CLPERF_NAMED_2(unsigned, clperf_max, unsigned, "_Z3maxjj")
CLPERF_NAMED_2(long, clperf_max, long, "_Z3maxll")
CLPERF_NAMED_2(unsigned long, clperf_max, unsigned long, "_Z3maxmm")
CLPERF_NAMED_1(int, clperf_abs, int, "_Z3absi")
CLPERF_NAMED_1(long, clperf_abs, long, "_Z3absl")
#undef CLPERF_FAST
#undef CLPERF_NAMED_1
#undef CLPERF_NAMED_2
CLPERF_DEVICE double nan(const char *) {
    return __builtin_nan("");
}
CLPERF_DEVICE float nanf(const char *) {
    return __builtin_nanf("");
}
