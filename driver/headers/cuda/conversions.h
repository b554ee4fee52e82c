/* Conversions between numbers, and of their bits. */

CLPERF_DEVICE int __float2int_rz(float x) {
    return (int)x;
}
CLPERF_DEVICE int __float2int_rn(float x) {
    return (int)rintf(x);
}
CLPERF_DEVICE int __float2int_rd(float x) {
    return (int)floorf(x);
}
CLPERF_DEVICE int __float2int_ru(float x) {
    return (int)ceilf(x);
}
CLPERF_DEVICE unsigned __float2uint_rz(float x) {
    return (unsigned)x;
}
CLPERF_DEVICE unsigned __float2uint_rn(float x) {
    return (unsigned)rintf(x);
}
CLPERF_DEVICE float __int2float_rn(int x) {
    return (float)x;
}
CLPERF_DEVICE float __uint2float_rn(unsigned x) {
    return (float)x;
}
CLPERF_DEVICE float __double2float_rn(double x) {
    return (float)x;
}
CLPERF_DEVICE int __double2int_rn(double x) {
    return (int)rint(x);
}
CLPERF_DEVICE int __double2int_rz(double x) {
    return (int)x;
}
CLPERF_DEVICE double __int2double_rn(int x) {
    return x;
}
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
CLPERF_DEVICE long lrintf(float x) {
    return (long)rintf(x);
}
CLPERF_DEVICE long lroundf(float x) {
    return (long)roundf(x);
}
