/* LLVM's intrinsics that compute, and the functions of <math.h>. */
#include <math.h>

#include "launch/evaluate/models.h"

static unsigned width_of(const struct ev_call *c) {
    return c->called->result.n ? c->called->result.at[0].bits : 64;
}

static enum ev_real real_of(const struct ev_call *c) {
    return c->called->result.n ? (enum ev_real)c->called->result.at[0].real : REAL_NOT;
}

void model_first(struct ev_call *c) {
    c->result = ev_arg(c, 0);
}

void model_number(struct ev_call *c) {
    c->result = ev_known((uint64_t)(int64_t)c->model->number, width_of(c));
}

void model_nothing(struct ev_call *c) {
    c->result = ev_partly(0, 0);
}

void model_extreme(struct ev_call *c) {
    const struct ev_value a = ev_arg(c, 0), b = ev_arg(c, 1);
    static const uint8_t predicates[] = {LLVMIntUGT, LLVMIntULT, LLVMIntSGT, LLVMIntSLT};
    const struct ev_op op = {.opcode = LLVMICmp,
                             .predicate = predicates[c->model->number],
                             .from_bits = (uint8_t)width_of(c)};
    const struct ev_value first = ev_compare(&op, a, b);
    c->result = !ev_is_known(first) ? ev_common(a, b) : first.bits ? a : b;
}

static uint64_t swap_bytes(uint64_t bits, unsigned width) {
    uint64_t swapped = 0;
    for (unsigned i = 0; i < width; i += 8)
        swapped |= (bits >> i & 0xff) << (width - 8 - i);
    return swapped;
}

void model_bits(struct ev_call *c) {
    const unsigned width = width_of(c);
    const struct ev_value a = ev_arg(c, 0);
    const int64_t x = ev_signed(a.bits, width);
    uint64_t n = 0;
    c->result = ev_unknown(width);
    if (!ev_is_known(a))
        return;
    switch ((enum ev_bits)c->model->number) {
    case EV_ABS:
        n = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
        break;
    case EV_POPULATION:
        n = (uint64_t)__builtin_popcountll(a.bits);
        break;
    case EV_LEADING:
        n = a.bits ? (uint64_t)__builtin_clzll(a.bits) - (64 - width) : width;
        break;
    case EV_TRAILING:
        n = a.bits ? (uint64_t)__builtin_ctzll(a.bits) : width;
        break;
    case EV_SWAP:
        n = swap_bytes(a.bits, width);
        break;
    }
    c->result = ev_known(n, width);
}

void model_funnel(struct ev_call *c) {
    const unsigned width = width_of(c);
    const struct ev_value a = ev_arg(c, 0), b = ev_arg(c, 1), n = ev_arg(c, 2);
    c->result = ev_unknown(width);
    if (!ev_is_known(a) || !ev_is_known(b) || !ev_is_known(n))
        return;
    const unsigned by = (unsigned)(n.bits % width);
    c->result = ev_known(by ? a.bits << by | b.bits >> (width - by) : a.bits, width);
}

/* Of 64 bits; whether the result does not fit. */
static bool compute_signed(enum ev_overflow which, int64_t x, int64_t y, uint64_t *out) {
    int64_t n = 0;
    const bool over = which == EV_SADD   ? __builtin_add_overflow(x, y, &n)
                      : which == EV_SMUL ? __builtin_mul_overflow(x, y, &n)
                                         : __builtin_sub_overflow(x, y, &n);
    *out = (uint64_t)n;
    return over;
}

static bool compute_unsigned(enum ev_overflow which, uint64_t x, uint64_t y, uint64_t *out) {
    return which == EV_UADD   ? __builtin_add_overflow(x, y, out)
           : which == EV_UMUL ? __builtin_mul_overflow(x, y, out)
                              : __builtin_sub_overflow(x, y, out);
}

/* Where the operands are not known, the result fits: programs count on nothing else. */
void model_overflow(struct ev_call *c) {
    const unsigned width = width_of(c);
    const enum ev_overflow which = (enum ev_overflow)c->model->number;
    const struct ev_value a = ev_arg(c, 0), b = ev_arg(c, 1);
    const bool with_sign = which >= EV_SADD;
    uint64_t n;
    c->second = ev_known(0, 1);
    c->result = ev_unknown(width);
    if (!ev_is_known(a) || !ev_is_known(b))
        return;
    bool over = with_sign
                    ? compute_signed(which, ev_signed(a.bits, width), ev_signed(b.bits, width), &n)
                    : compute_unsigned(which, a.bits, b.bits, &n);
    over |= (with_sign ? (uint64_t)ev_signed(n, width) : n & ev_mask(width)) != n;
    c->result = ev_known(n, width);
    c->second = ev_known(over, 1);
}

/* --- floating point --- */

static double real_value(struct ev_value v, enum ev_real real) {
    return real == REAL_FLOAT ? (double)ev_float(v.bits) : ev_double(v.bits);
}

static struct ev_value value_of(double d, enum ev_real real) {
    return real == REAL_FLOAT ? ev_known(ev_of_float((float)d), 32) : ev_known(ev_of_double(d), 64);
}

static double of_one(enum ev_mathematics which, double x) {
    static double (*const functions[])(double) = {
        [EV_SQRT] = sqrt,   [EV_FABS] = fabs, [EV_FLOOR] = floor, [EV_CEIL] = ceil,
        [EV_TRUNC] = trunc, [EV_RINT] = rint, [EV_ROUND] = round, [EV_EXP] = exp,
        [EV_EXP2] = exp2,   [EV_LOG] = log,   [EV_LOG2] = log2,   [EV_LOG10] = log10,
        [EV_SIN] = sin,     [EV_COS] = cos,   [EV_TAN] = tan,     [EV_ATAN] = atan,
        [EV_CBRT] = cbrt};
    return functions[which](x);
}

static double of_two(enum ev_mathematics which, double x, double y) {
    static double (*const functions[])(double, double) = {
        [EV_POW] = pow,   [EV_FMOD] = fmod, [EV_ATAN2] = atan2,
        [EV_FMAX] = fmax, [EV_FMIN] = fmin, [EV_COPYSIGN] = copysign};
    return functions[which](x, y);
}

void model_mathematics(struct ev_call *c) {
    const enum ev_mathematics which = (enum ev_mathematics)c->model->number;
    const enum ev_real real = real_of(c);
    const struct ev_value a = ev_arg(c, 0), b = ev_arg(c, 1);
    c->result = ev_unknown(width_of(c));
    if (real == REAL_NOT || real == REAL_OTHER || !ev_is_known(a))
        return;
    if (which < EV_POW)
        c->result = value_of(of_one(which, real_value(a, real)), real);
    else if (ev_is_known(b))
        c->result = value_of(of_two(which, real_value(a, real), real_value(b, real)), real);
}

void model_multiply_add(struct ev_call *c) {
    const enum ev_real real = real_of(c);
    const struct ev_value x = ev_arg(c, 0), y = ev_arg(c, 1), z = ev_arg(c, 2);
    c->result = ev_unknown(width_of(c));
    if ((real == REAL_FLOAT || real == REAL_DOUBLE) && ev_is_known(x) && ev_is_known(y) &&
        ev_is_known(z))
        c->result = value_of(real_value(x, real) * real_value(y, real) + real_value(z, real), real);
}

void model_power(struct ev_call *c) {
    const enum ev_real real = real_of(c);
    const struct ev_value x = ev_arg(c, 0), n = ev_arg(c, 1);
    c->result = ev_unknown(width_of(c));
    if ((real == REAL_FLOAT || real == REAL_DOUBLE) && ev_is_known(x) && ev_is_known(n))
        c->result = value_of(pow(real_value(x, real), (double)ev_int(n)), real);
}

void model_round(struct ev_call *c) {
    const struct ev_value x = ev_arg(c, 0);
    const enum ev_real real = c->called->n_args ? (enum ev_real)c->called->args[0].real : REAL_NOT;
    c->result = ev_unknown(width_of(c));
    if ((real == REAL_FLOAT || real == REAL_DOUBLE) && ev_is_known(x) &&
        fabs(real_value(x, real)) < 0x1p62)
        c->result = ev_known((uint64_t)llround(real_value(x, real)), width_of(c));
}
