/* Conversions between numbers, and of their bits. */

/* To and from integers in the four ways to round. */
#define CLPERF_FROM(from, to, type, wide, suffix)                                                  \
    CLPERF_DEVICE type __##from##2##to##_rz(wide x) {                                              \
        return (type)x;                                                                            \
    }                                                                                              \
    CLPERF_DEVICE type __##from##2##to##_rn(wide x) {                                              \
        return (type)rint##suffix(x);                                                              \
    }                                                                                              \
    CLPERF_DEVICE type __##from##2##to##_rd(wide x) {                                              \
        return (type)floor##suffix(x);                                                             \
    }                                                                                              \
    CLPERF_DEVICE type __##from##2##to##_ru(wide x) {                                              \
        return (type)ceil##suffix(x);                                                              \
    }
#define CLPERF_TO(from, to, type, wide, mode)                                                      \
    CLPERF_DEVICE wide __##from##2##to##_##mode(type x) {                                          \
        return (wide)x;                                                                            \
    }
#define CLPERF_INTEGER(name, type)                                                                 \
    CLPERF_FROM(float, name, type, float, f)                                                       \
    CLPERF_FROM(double, name, type, double, )                                                      \
    CLPERF_TO(name, float, type, float, rn)                                                        \
    CLPERF_TO(name, float, type, float, rz)                                                        \
    CLPERF_TO(name, float, type, float, rd)                                                        \
    CLPERF_TO(name, float, type, float, ru)                                                        \
    CLPERF_TO(name, double, type, double, rn)                                                      \
    CLPERF_TO(name, double, type, double, rz)                                                      \
    CLPERF_TO(name, double, type, double, rd)                                                      \
    CLPERF_TO(name, double, type, double, ru)
CLPERF_INTEGER(int, int)
CLPERF_INTEGER(uint, unsigned)
CLPERF_INTEGER(ll, long long)
CLPERF_INTEGER(ull, unsigned long long)
CLPERF_TO(double, float, double, float, rn)
CLPERF_TO(double, float, double, float, rz)
CLPERF_TO(double, float, double, float, rd)
CLPERF_TO(double, float, double, float, ru)
#undef CLPERF_INTEGER
#undef CLPERF_TO
#undef CLPERF_FROM

CLPERF_DEVICE int __float_as_int(float x) {
    return __builtin_bit_cast(int, x);
}
CLPERF_DEVICE unsigned __float_as_uint(float x) {
    return __builtin_bit_cast(unsigned, x);
}
CLPERF_DEVICE float __int_as_float(int x) {
    return __builtin_bit_cast(float, x);
}
CLPERF_DEVICE float __uint_as_float(unsigned x) {
    return __builtin_bit_cast(float, x);
}
CLPERF_DEVICE long long __double_as_longlong(double x) {
    return __builtin_bit_cast(long long, x);
}
CLPERF_DEVICE double __longlong_as_double(long long x) {
    return __builtin_bit_cast(double, x);
}
CLPERF_DEVICE int __double2hiint(double x) {
    return (int)(__builtin_bit_cast(unsigned long long, x) >> 32);
}
CLPERF_DEVICE int __double2loint(double x) {
    return (int)__builtin_bit_cast(unsigned long long, x);
}
CLPERF_DEVICE double __hiloint2double(int high, int low) {
    return __builtin_bit_cast(double, (unsigned long long)high << 32 | (unsigned)low);
}
CLPERF_DEVICE long lrintf(float x) {
    return (long)rintf(x);
}
CLPERF_DEVICE long lroundf(float x) {
    return (long)roundf(x);
}
