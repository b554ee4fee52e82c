#include "driver/launch_value.h"

#include <math.h>
#include <string.h>

/* IEEE 754's half precision: a sign, 5 bits of exponent, 10 of the fraction. */
static double half_number(uint64_t bits) {
    int exponent = (int)(bits >> 10 & 31);
    double fraction = (double)(bits & 1023);
    double size = exponent == 31 ? (fraction > 0 ? NAN : INFINITY)
                  : exponent     ? ldexp(1024 + fraction, exponent - 25)
                                 : ldexp(fraction, -24);
    return bits >> 15 & 1 ? -size : size;
}

static double float_number(uint64_t bits, unsigned n) {
    double number;
    float single;
    const uint32_t low = (uint32_t)bits;
    memcpy(&number, &bits, sizeof number);
    memcpy(&single, &low, sizeof single);
    return n == 64 ? number : n == 32 ? (double)single : half_number(bits);
}

/* Little-endian, as all GPUs are. Whole numbers are taken as signed: whether a parameter is, no
 * analysis asks, and the bits are the same. */
static void read_component(const struct param *p, const uint8_t *bytes, size_t n, double *number,
                           uint64_t *whole) {
    uint64_t bits = 0;
    for (size_t i = n; i-- > 0;)
        bits = bits << 8 | bytes[i];
    const unsigned unused = 64 - 8 * (unsigned)n;
    const int64_t extended = (int64_t)(bits << unused) >> unused;
    *whole = (uint64_t)extended;
    *number = p->type == TYPE_FLOAT ? float_number(bits, p->bits) : (double)extended;
}

const char *launch_take_value(struct arena *a, const struct param *p, struct launch_arg *arg) {
    const size_t each = (p->bits + 7u) / 8u, comps = p->comps ? p->comps : 1;
    const size_t places = comps == 3 ? 4 : comps;
    const char *given = arena_printf(a, "%llu bytes", (unsigned long long)arg->count);
    if (p->type == TYPE_POINTER)
        return arena_printf(a, "%s are given for a pointer", given);
    if (p->type == TYPE_OTHER) {
        arg->kind = ARG_FILE;
        return NULL;
    }
    if (!each || each > 8 || (arg->count != each * places && arg->count != each * comps))
        return arena_printf(a, "it takes %zu bytes, not %s", each * places, given);
    double *numbers = NEW_ARRAY(a, double, comps);
    uint64_t *wholes = NEW_ARRAY(a, uint64_t, comps);
    for (size_t i = 0; i < comps; i++)
        read_component(p, arg->bytes + i * each, each, &numbers[i], &wholes[i]);
    arg->kind = comps > 1 ? ARG_NUMBERS : ARG_NUMBER;
    arg->number = numbers[0];
    arg->numbers = numbers;
    arg->count = comps;
    arg->wholes = p->type == TYPE_FLOAT ? NULL : wholes;
    return NULL;
}
