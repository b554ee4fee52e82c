#include "launch/value.h"

#include <math.h>
#include <stdbool.h>
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

/* --- ranges ---------------------------------------------------------------- */

/* Smallest and largest number of a type. */
struct range {
    double least, most;
    bool whole;
};

/* OpenCL's names and C's; "bool" has no sign either. */
static bool is_unsigned(const char *type) {
    return type && (strcmp(type, "bool") == 0 || strcmp(type, "size_t") == 0 ||
                    strncmp(type, "unsigned", 8) == 0 ||
                    (type[0] == 'u' && strncmp(type, "union", 5) != 0));
}

/* What the source's name of the type leaves open, both signs have. */
static struct range range_of(const struct param *p) {
    static const double floats[] = {65504, 3.4028234663852886e38, 1.7976931348623157e308};
    if (p->type == TYPE_FLOAT) {
        double most = floats[p->bits <= 16 ? 0 : p->bits <= 32 ? 1 : 2];
        return (struct range){-most, most, false};
    }
    double all = ldexp(1, (int)p->bits), half = ldexp(1, (int)p->bits - 1);
    if (is_unsigned(p->type_name) || p->bits == 1)
        return (struct range){0, all - 1, true};
    return (struct range){-half, p->type_name ? half - 1 : all - 1, true};
}

/* As in C, 0x80000000 is no int. Only of 64 bits, for which JSON has no numbers, a whole number may
 * be the bits of a negative one. */
static bool fits(const struct range *r, double number, const uint64_t *whole, unsigned bits) {
    if (number >= r->least && number <= r->most && (!r->whole || number == floor(number)))
        return true;
    return whole && number >= 0 && bits >= 64;
}

const char *launch_value_range(struct arena *a, const struct param *p,
                               const struct launch_arg *arg) {
    bool one = arg->kind == ARG_NUMBER, number = p->type == TYPE_INT || p->type == TYPE_FLOAT;
    if (!number || !p->bits || p->bits > 64 || (!one && arg->kind != ARG_NUMBERS))
        return NULL;
    const struct range r = range_of(p);
    for (size_t i = 0; i < (one ? 1 : arg->count); i++)
        if (!fits(&r, one ? arg->number : arg->numbers[i], arg->wholes ? &arg->wholes[i] : NULL,
                  p->bits))
            return arena_printf(
                a, r.whole ? "whole numbers from %.0f to %.0f" : "numbers from %g to %g", r.least,
                r.most);
    return NULL;
}
