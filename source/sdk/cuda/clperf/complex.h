/* Stands in for cuComplex.h. */
#pragma GCC system_header
#ifndef CLPERF_COMPLEX
#define CLPERF_COMPLEX

#define CLPERF_COMPLEX_TYPE(complex, pair, real, C)                                                \
    typedef pair complex;                                                                          \
    CLPERF_BOTH complex make_##complex(real x, real y) {                                           \
        return complex{x, y};                                                                      \
    }                                                                                              \
    CLPERF_BOTH real cuCreal##C(complex z) {                                                       \
        return z.x;                                                                                \
    }                                                                                              \
    CLPERF_BOTH real cuCimag##C(complex z) {                                                       \
        return z.y;                                                                                \
    }                                                                                              \
    CLPERF_BOTH complex cuConj##C(complex z) {                                                     \
        return complex{z.x, -z.y};                                                                 \
    }                                                                                              \
    CLPERF_BOTH complex cuCadd##C(complex a, complex b) {                                          \
        return complex{a.x + b.x, a.y + b.y};                                                      \
    }                                                                                              \
    CLPERF_BOTH complex cuCsub##C(complex a, complex b) {                                          \
        return complex{a.x - b.x, a.y - b.y};                                                      \
    }                                                                                              \
    CLPERF_BOTH complex cuCmul##C(complex a, complex b) {                                          \
        return complex{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                              \
    }                                                                                              \
    CLPERF_BOTH complex cuCfma##C(complex a, complex b, complex c) {                               \
        return complex{a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x};                  \
    }                                                                                              \
    /* The divisor is scaled first, against overflow. */                                           \
    CLPERF_DEVICE complex cuCdiv##C(complex a, complex b) {                                        \
        real scale = 1 / (fabs(b.x) + fabs(b.y));                                                  \
        real p = a.x * scale, q = a.y * scale, r = b.x * scale, s = b.y * scale;                   \
        real one = 1 / (r * r + s * s);                                                            \
        return complex{(p * r + q * s) * one, (q * r - p * s) * one};                              \
    }                                                                                              \
    complex cuCdiv##C(complex a, complex b);                                                       \
    CLPERF_DEVICE real cuCabs##C(complex z) {                                                      \
        return hypot(z.x, z.y);                                                                    \
    }                                                                                              \
    real cuCabs##C(complex z);
CLPERF_COMPLEX_TYPE(cuFloatComplex, float2, float, f)
CLPERF_COMPLEX_TYPE(cuDoubleComplex, double2, double, )
#undef CLPERF_COMPLEX_TYPE
typedef cuFloatComplex cuComplex;
CLPERF_BOTH cuComplex make_cuComplex(float x, float y) {
    return cuComplex{x, y};
}
CLPERF_BOTH cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
    return cuDoubleComplex{z.x, z.y};
}
CLPERF_BOTH cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
    return cuFloatComplex{(float)z.x, (float)z.y};
}
#endif
