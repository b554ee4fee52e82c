/* Functions that are made of others: minima, absolute values, rounding, bits. */

#define CLPERF_MINMAX(type, wide)                                                                  \
    CLPERF_DEVICE type min(type x, type y) {                                                       \
        return (type)clperf_min((wide)x, (wide)y);                                                 \
    }                                                                                              \
    CLPERF_DEVICE type max(type x, type y) {                                                       \
        return (type)clperf_max((wide)x, (wide)y);                                                 \
    }
CLPERF_MINMAX(int, int)
CLPERF_MINMAX(unsigned, unsigned)
CLPERF_MINMAX(long, long)
CLPERF_MINMAX(unsigned long, unsigned long)
CLPERF_MINMAX(long long, long)
CLPERF_MINMAX(unsigned long long, unsigned long)
#undef CLPERF_MINMAX
#define CLPERF_MIXED(x_type, y_type, type)                                                         \
    CLPERF_DEVICE type min(x_type x, y_type y) {                                                   \
        return min((type)x, (type)y);                                                              \
    }                                                                                              \
    CLPERF_DEVICE type max(x_type x, y_type y) {                                                   \
        return max((type)x, (type)y);                                                              \
    }
CLPERF_MIXED(int, unsigned, unsigned)
CLPERF_MIXED(unsigned, int, unsigned)
CLPERF_MIXED(int, long, long)
CLPERF_MIXED(long, int, long)
CLPERF_MIXED(int, unsigned long, unsigned long)
CLPERF_MIXED(unsigned long, int, unsigned long)
CLPERF_MIXED(unsigned, unsigned long, unsigned long)
CLPERF_MIXED(unsigned long, unsigned, unsigned long)
CLPERF_DEVICE float min(float x, float y) {
    return fminf(x, y);
}
CLPERF_DEVICE float max(float x, float y) {
    return fmaxf(x, y);
}
CLPERF_DEVICE double min(double x, double y) {
    return fmin(x, y);
}
CLPERF_DEVICE double max(double x, double y) {
    return fmax(x, y);
}
CLPERF_MIXED(float, double, double)
CLPERF_MIXED(double, float, double)
#undef CLPERF_MIXED
/* Host code uses them without std::, too. */
#define CLPERF_HOST_MINMAX(type)                                                                   \
    static __inline__ type min(type x, type y) {                                                   \
        return x < y ? x : y;                                                                      \
    }                                                                                              \
    static __inline__ type max(type x, type y) {                                                   \
        return x > y ? x : y;                                                                      \
    }
CLPERF_HOST_MINMAX(int)
CLPERF_HOST_MINMAX(unsigned)
CLPERF_HOST_MINMAX(long)
CLPERF_HOST_MINMAX(unsigned long)
CLPERF_HOST_MINMAX(long long)
CLPERF_HOST_MINMAX(unsigned long long)
CLPERF_HOST_MINMAX(float)
CLPERF_HOST_MINMAX(double)
#undef CLPERF_HOST_MINMAX

CLPERF_DEVICE int abs(int x) {
    return clperf_abs(x);
}
CLPERF_DEVICE long abs(long x) {
    return clperf_abs(x);
}
CLPERF_DEVICE float abs(float x) {
    return fabsf(x);
}
CLPERF_DEVICE double abs(double x) {
    return fabs(x);
}
CLPERF_DEVICE long labs(long x) {
    return clperf_abs(x);
}
CLPERF_DEVICE float fmaf(float x, float y, float z) {
    return __builtin_fmaf(x, y, z);
}
CLPERF_DEVICE double fma(double x, double y, double z) {
    return __builtin_fma(x, y, z);
}
CLPERF_DEVICE float fma(float x, float y, float z) {
    return __builtin_fmaf(x, y, z);
}
/* How it is rounded makes no difference to its cost. */
#define CLPERF_BINARY(type, name, op)                                                              \
    CLPERF_DEVICE type name(type x, type y) {                                                      \
        return x op y;                                                                             \
    }
#define CLPERF_ROUNDED_TYPE(type, f, mode)                                                         \
    CLPERF_BINARY(type, __##f##add_##mode, +)                                                      \
    CLPERF_BINARY(type, __##f##sub_##mode, -)                                                      \
    CLPERF_BINARY(type, __##f##mul_##mode, *)                                                      \
    CLPERF_BINARY(type, __##f##div_##mode, /)                                                      \
    CLPERF_DEVICE type __##f##rcp_##mode(type x) {                                                 \
        return 1 / x;                                                                              \
    }                                                                                              \
    CLPERF_DEVICE type __##f##sqrt_##mode(type x) {                                                \
        return sqrt(x);                                                                            \
    }
#define CLPERF_ROUNDED(mode)                                                                       \
    CLPERF_ROUNDED_TYPE(float, f, mode)                                                            \
    CLPERF_ROUNDED_TYPE(double, d, mode)                                                           \
    CLPERF_DEVICE float __fmaf_##mode(float x, float y, float z) {                                 \
        return __builtin_fmaf(x, y, z);                                                            \
    }                                                                                              \
    CLPERF_DEVICE double __fma_##mode(double x, double y, double z) {                              \
        return __builtin_fma(x, y, z);                                                             \
    }
CLPERF_ROUNDED(rn)
CLPERF_ROUNDED(rz)
CLPERF_ROUNDED(ru)
CLPERF_ROUNDED(rd)
#undef CLPERF_ROUNDED
#undef CLPERF_ROUNDED_TYPE
#undef CLPERF_BINARY
CLPERF_DEVICE float __saturatef(float x) {
    return fminf(fmaxf(x, 0.0f), 1.0f);
}
CLPERF_DEVICE float fdividef(float x, float y) {
    return x / y;
}
CLPERF_DEVICE float normf(int n, const float *v) {
    float s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * v[i];
    return sqrtf(s);
}
CLPERF_DEVICE void sincosf(float x, float *s, float *c) {
    *s = sinf(x);
    *c = cosf(x);
}
CLPERF_DEVICE void sincos(double x, double *s, double *c) {
    *s = sin(x);
    *c = cos(x);
}
CLPERF_DEVICE void __sincosf(float x, float *s, float *c) {
    *s = __sinf(x);
    *c = __cosf(x);
}
CLPERF_DEVICE float modff(float x, float *whole) {
    *whole = truncf(x);
    return x - *whole;
}
CLPERF_DEVICE double modf(double x, double *whole) {
    *whole = trunc(x);
    return x - *whole;
}
CLPERF_DEVICE int __clzll(long long x) {
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
CLPERF_DEVICE int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
CLPERF_DEVICE int __ffs(int x) {
    return __builtin_ffs(x);
}
CLPERF_DEVICE int __ffsll(long long x) {
    return __builtin_ffsll(x);
}
CLPERF_DEVICE unsigned __brev(unsigned x) {
    return __builtin_bitreverse32(x);
}
CLPERF_DEVICE unsigned long long __brevll(unsigned long long x) {
    return __builtin_bitreverse64(x);
}
CLPERF_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
CLPERF_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
CLPERF_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
    return __nvvm_prmt(x, y, s);
}
CLPERF_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) << (shift < 32 ? shift : 32) >> 32);
}
CLPERF_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift < 32 ? shift : 32));
}
CLPERF_DEVICE float rhypotf(float x, float y) {
    return rsqrtf(x * x + y * y);
}
CLPERF_DEVICE float norm3df(float x, float y, float z) {
    return sqrtf(x * x + y * y + z * z);
}
CLPERF_DEVICE float rnorm3df(float x, float y, float z) {
    return rsqrtf(x * x + y * y + z * z);
}
CLPERF_DEVICE float norm4df(float x, float y, float z, float w) {
    return sqrtf(x * x + y * y + z * z + w * w);
}
CLPERF_DEVICE float rnorm4df(float x, float y, float z, float w) {
    return rsqrtf(x * x + y * y + z * z + w * w);
}
CLPERF_DEVICE double norm3d(double x, double y, double z) {
    return sqrt(x * x + y * y + z * z);
}
CLPERF_DEVICE float normcdff(float x) {
    return erfcf(x * -0.70710678f) * 0.5f;
}
CLPERF_DEVICE double normcdf(double x) {
    return erfc(x * -0.70710678118654752) * 0.5;
}
CLPERF_DEVICE float ldexpf(float x, int n) {
    return x * exp2f((float)n);
}
CLPERF_DEVICE double ldexp(double x, int n) {
    return x * exp2((double)n);
}
CLPERF_DEVICE float scalbnf(float x, int n) {
    return ldexpf(x, n);
}
CLPERF_DEVICE unsigned umin(unsigned x, unsigned y) {
    return min(x, y);
}
CLPERF_DEVICE unsigned umax(unsigned x, unsigned y) {
    return max(x, y);
}
CLPERF_DEVICE unsigned long long ullmin(unsigned long long x, unsigned long long y) {
    return min(x, y);
}
CLPERF_DEVICE unsigned long long ullmax(unsigned long long x, unsigned long long y) {
    return max(x, y);
}
CLPERF_DEVICE long long llabs(long long x) {
    return x < 0 ? -x : x;
}
CLPERF_DEVICE void sincospif(float x, float *s, float *c) {
    *s = sinpif(x);
    *c = cospif(x);
}
CLPERF_DEVICE void sincospi(double x, double *s, double *c) {
    *s = sinpi(x);
    *c = cospi(x);
}
/* Inverses of the error function: polynomials of a logarithm near 0, of its square root near the
 * ends. */
CLPERF_DEVICE float erfinvf(float x) {
    const float w = -logf((1 - x) * (1 + x));
    if (w < 5) {
        const float v = w - 2.5f;
        const float p =
            fmaf(fmaf(fmaf(fmaf(2.8e-8f, v, 3.4e-7f), v, -3.5e-6f), v, -4.4e-6f), v, 2.2e-4f);
        return x * fmaf(fmaf(fmaf(fmaf(p, v, -1.25e-3f), v, -4.18e-3f), v, 2.466e-1f), v, 1.5014f);
    }
    const float v = sqrtf(w) - 3;
    const float p =
        fmaf(fmaf(fmaf(fmaf(-2.0e-4f, v, 1.0e-4f), v, 1.35e-3f), v, -3.67e-3f), v, 5.74e-3f);
    return x * fmaf(fmaf(fmaf(fmaf(p, v, -7.62e-3f), v, 9.44e-3f), v, 1.00167f), v, 2.8330f);
}
CLPERF_DEVICE float erfcinvf(float x) {
    return erfinvf(1 - x);
}
CLPERF_DEVICE double erfinv(double x) {
    double y = (double)erfinvf((float)x);
    for (int step = 0; step < 2; step++)
        y -= (erf(y) - x) * 0.88622692545275801 * exp(y * y);
    return y;
}
CLPERF_DEVICE double erfcinv(double x) {
    return erfinv(1 - x);
}
CLPERF_DEVICE float normcdfinvf(float x) {
    return -1.41421356f * erfcinvf(2 * x);
}
CLPERF_DEVICE double normcdfinv(double x) {
    return -1.4142135623730951 * erfcinv(2 * x);
}
CLPERF_DEVICE float erfcxf(float x) {
    return expf(x * x) * erfcf(x);
}
CLPERF_DEVICE double erfcx(double x) {
    return exp(x * x) * erfc(x);
}
/* What macros of C's library call. */
#define CLPERF_CLASSES(type, f)                                                                    \
    CLPERF_DEVICE int __isnan##f(type x) {                                                         \
        return __builtin_isnan(x);                                                                 \
    }                                                                                              \
    CLPERF_DEVICE int __isinf##f(type x) {                                                         \
        return __builtin_isinf(x);                                                                 \
    }                                                                                              \
    CLPERF_DEVICE int __finite##f(type x) {                                                        \
        return __builtin_isfinite(x);                                                              \
    }                                                                                              \
    CLPERF_DEVICE int __signbit##f(type x) {                                                       \
        return __builtin_signbit(x);                                                               \
    }
CLPERF_CLASSES(float, f)
CLPERF_CLASSES(double, )
#undef CLPERF_CLASSES
