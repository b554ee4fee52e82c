#include "analysis/ir/float_bits.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static double half_value(int64_t bits) {
    int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    double d = exponent == 31 ? (fraction ? NAN : INFINITY)
               : exponent     ? ldexp(fraction + 1024, exponent - 25)
                              : ldexp(fraction, -24);
    return bits >> 15 & 1 ? -d : d;
}

/* The nearest half, of two the even one. */
static int64_t half_bits(double d) {
    int64_t sign = signbit(d) ? 1 << 15 : 0;
    double size = fabs(d);
    int exponent;
    if (isnan(d))
        return 0x7e00;
    if (size >= 65520)
        return sign | 0x7c00;
    if (size < ldexp(1, -14))
        return sign | (int64_t)rint(ldexp(size, 24));
    double fraction = rint(ldexp(frexp(size, &exponent), 11));
    return sign | (((int64_t)exponent + 14) * 1024 + (int64_t)fraction - 1024);
}

double double_of_bits(int64_t bits_of, unsigned bits) {
    if (bits == 16)
        return half_value(bits_of);
    float f;
    double d;
    memcpy(&f, &bits_of, sizeof f);
    memcpy(&d, &bits_of, sizeof d);
    return bits == 32 ? (double)f : d;
}

int64_t bits_of_double(double d, unsigned bits) {
    int64_t n = 0;
    float f = (float)d;
    if (bits == 16)
        return half_bits(d);
    if (bits == 32)
        memcpy(&n, &f, sizeof f);
    else
        memcpy(&n, &d, sizeof d);
    return n;
}
