/* Floating-point numbers of one lane: IEEE arithmetic for half, float and double. Not computed, so
 * unknown: functions in half precision, functions of builtins.def marked MATH_OTHER. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/ir/float_bits.h"
#include "analysis/lanes/eval.h"

/* LLVM's float predicates are four bits: unordered, less, greater, equal. */
bool eval_float_compare(int64_t predicate, double x, double y) {
    if (isnan(x) || isnan(y))
        return predicate & 8;
    return (x == y && (predicate & 1)) || (x > y && (predicate & 2)) || (x < y && (predicate & 4));
}

bool eval_float(const struct value *v, unsigned bits, const int64_t *x, int64_t *r) {
    double a = double_of_bits(x[0], bits), b = double_of_bits(x[1], bits),
           c = double_of_bits(x[2], bits), d;
    if ((bits != 16 && bits != 32 && bits != 64) || eval_is_loose(v))
        return false;
    switch ((enum op)v->op) {
    case OP_FADD:
        d = a + b;
        break;
    case OP_FSUB:
        d = a - b;
        break;
    case OP_FMUL:
        d = a * b;
        break;
    case OP_FDIV:
        d = a / b;
        break;
    case OP_FREM:
        d = fmod(a, b);
        break;
    case OP_FNEG:
        d = -a;
        break;
    case OP_FMA:
        d = bits == 32 ? (double)fmaf((float)a, (float)b, (float)c) : fma(a, b, c);
        break;
    case OP_FMIN:
        d = fmin(a, b);
        break;
    case OP_FMAX:
        d = fmax(a, b);
        break;
    default:
        return false;
    }
    *r = bits_of_double(d, bits);
    return true;
}

/* Where implementations do not round differently: exponents that floats have, powers of two. */
static bool exact_exp2(double *d) {
    bool exact = *d == trunc(*d) && fabs(*d) <= 126;
    *d = exact ? exp2(*d) : 0;
    return exact;
}

static bool exact_log2(double *d) {
    int exponent = 0;
    bool exact = isfinite(*d) && *d > 0 && frexp(*d, &exponent) == 0.5;
    *d = exponent - 1;
    return exact;
}

bool eval_float_math(const struct value *v, unsigned bits, int64_t x, int64_t *r) {
    double d = double_of_bits(x, bits);
    if (bits != 32 && bits != 64)
        return false;
    switch (v->imm) {
    case MATH_FABS:
        d = fabs(d);
        break;
    case MATH_FLOOR:
        d = floor(d);
        break;
    case MATH_CEIL:
        d = ceil(d);
        break;
    case MATH_TRUNC:
        d = trunc(d);
        break;
    case MATH_ROUND:
        d = round(d);
        break;
    case MATH_RINT:
        d = rint(d);
        break;
    case MATH_SQRT:
        d = bits == 32 ? (double)sqrtf((float)d) : sqrt(d);
        break;
    case MATH_EXP2:
        if (!exact_exp2(&d))
            return false;
        break;
    case MATH_LOG2:
        if (!exact_log2(&d))
            return false;
        break;
    default:
        return false;
    }
    *r = bits_of_double(d, bits);
    return true;
}

/* Not computed: denormal results, which may be flushed to zero. */
bool eval_exponent(const struct value *v, unsigned from, const int64_t *x, int64_t *r) {
    double d = double_of_bits(x[0], from);
    int exponent;
    if ((from != 32 && from != 64) || !isfinite(d))
        return false;
    double part = frexp(d, &exponent);
    if (v->imm == MATH_LDEXP)
        part = ldexp(d, (int)fmin(fmax((double)x[1], -4096), 4096));
    *r = v->imm == MATH_EXPONENT ? exponent : bits_of_double(part, v->bits);
    return part == 0 ? d == 0 : fabs(part) >= (from == 32 ? (double)FLT_MIN : DBL_MIN);
}

/* 2^n, of a small n. */
static double power(unsigned n) {
    return n < 64 ? (double)(1ull << n) : 0x1p64;
}

/* A float that does not fit the integer type has no defined value, unless the conversion saturates:
 * then it is the nearest one, and 0 for what is no number. */
bool eval_float_to_int(double d, unsigned bits, bool is_unsigned, bool saturates, int64_t *r) {
    double low = is_unsigned ? 0 : -power(bits - 1);
    double high = power(bits - (is_unsigned ? 0 : 1));
    if (!(d > low - 1 && d < high)) {
        *r = isnan(d) ? 0 : eval_saturate((d < 0 ? -1 : 1) * ((wide)1 << 100), bits, is_unsigned);
        return saturates;
    }
    *r = is_unsigned ? (int64_t)(uint64_t)d : (int64_t)d;
    return true;
}
