/* Functions of floats that are a few operations in a row: products of vectors, and what compares,
 * blends and scales. Implementations differ in how they round sums of products, so these are loose
 * (ROUNDED_LOOSELY): a range about as wide as OpenCL allows. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/load/expand_builtin.h"

static uint32_t constant_float(struct builder *b, unsigned bits, double d) {
    float f = (float)d;
    int64_t n = 0;
    memcpy(&n, bits == 32 ? (void *)&f : (void *)&d, bits == 32 ? sizeof f : sizeof d);
    return add_value(b, (struct value){.op = OP_CONST,
                                       .type = TYPE_FLOAT,
                                       .bits = (uint16_t)bits,
                                       .comps = 1,
                                       .block = NONE,
                                       .site = NONE,
                                       .imm = n});
}

static struct value loose(struct value v) {
    v.imm = ROUNDED_LOOSELY;
    return v;
}

static uint32_t times(const struct call *c, struct value like, uint32_t x, uint32_t y) {
    return compose_apply(c->b, loose(like), OP_FMUL, x, y);
}

/* x * y + z. */
static uint32_t fused(const struct call *c, struct value like, uint32_t x, uint32_t y, uint32_t z) {
    return compose_apply3(c->b, loose(like), OP_FMA, x, y, z);
}

static uint32_t plain(const struct call *c, struct value like, enum op op, uint32_t x, uint32_t y) {
    like.imm = 0;
    return compose_apply(c->b, like, op, x, y);
}

static uint32_t function(const struct call *c, struct value like, enum math_function f,
                         enum op_class cls, uint32_t x) {
    like.imm = f;
    like.cls = (uint8_t)cls;
    return compose_apply(c->b, like, OP_MATH, x, NONE);
}

static uint32_t compare(const struct call *c, uint32_t n, int predicate, uint32_t x, uint32_t y) {
    struct value truth = compose_like_operand(c, n);
    truth.type = TYPE_INT;
    truth.bits = 1;
    truth.imm = predicate;
    return compose_apply(c->b, truth, OP_FCMP, x, y);
}

static uint32_t select_of(const struct call *c, uint32_t condition, uint32_t x, uint32_t y) {
    struct value v = c->v;
    v.imm = 0;
    return compose_apply3(c->b, v, OP_SELECT, condition, x, y);
}

static struct value scalar_of(const struct call *c) {
    struct value v = compose_like_operand(c, 0);
    v.comps = 1;
    return v;
}

/* One component of a value with as many as operand 0. */
static uint32_t part(const struct call *c, uint32_t of, uint32_t number) {
    if (c->b->v.at[of].comps == 1)
        return of;
    return compose_apply(c->b, scalar_of(c), OP_EXTRACT, of, constant_int(c->b, 32, number));
}

static uint32_t dot_of(const struct call *c, uint32_t x, uint32_t y) {
    uint32_t n = c->b->v.at[x].comps;
    uint32_t sum = times(c, scalar_of(c), part(c, x, 0), part(c, y, 0));
    for (uint32_t i = 1; i < n; i++)
        sum = fused(c, scalar_of(c), part(c, x, i), part(c, y, i), sum);
    return sum;
}

static uint32_t dot(const struct call *c) {
    return dot_of(c, compose_argument(c, 0), compose_argument(c, 1));
}

static uint32_t length_of(const struct call *c, uint32_t x) {
    if (c->b->v.at[x].comps == 1)
        return function(c, scalar_of(c), MATH_FABS, CLASS_FREE, x);
    return function(c, scalar_of(c), MATH_SQRT, CLASS_SQRT, dot_of(c, x, x));
}

static uint32_t length(const struct call *c) {
    return length_of(c, compose_argument(c, 0));
}

static uint32_t distance(const struct call *c) {
    return length_of(c, plain(c, compose_like_operand(c, 0), OP_FSUB, compose_argument(c, 0),
                              compose_argument(c, 1)));
}

static uint32_t normalize(const struct call *c) {
    uint32_t x = compose_argument(c, 0);
    if (compose_operand(c, 0)->comps == 1)
        return NONE;
    uint32_t scale = function(c, scalar_of(c), MATH_RSQRT, CLASS_SFU, dot_of(c, x, x));
    return times(c, c->v, x, scale);
}

static uint32_t turned(const struct call *c, uint32_t x, int64_t first, int64_t second,
                       int64_t third) {
    int64_t from[] = {first, second, third, 3};
    struct value v = c->v;
    v.imm = 0;
    v.imms = arena_memdup(c->b->arena, from, sizeof from);
    v.n_imms = v.comps;
    return compose_apply(c->b, v, OP_SHUFFLE, x, x);
}

static uint32_t cross(const struct call *c) {
    uint32_t x = compose_argument(c, 0), y = compose_argument(c, 1);
    uint32_t minus = times(c, c->v, turned(c, x, 2, 0, 1), turned(c, y, 1, 2, 0));
    minus = plain(c, c->v, OP_FNEG, minus, NONE);
    return fused(c, c->v, turned(c, x, 1, 2, 0), turned(c, y, 2, 0, 1), minus);
}

/* x + (y - x) * a. */
static uint32_t mix(const struct call *c) {
    uint32_t x = compose_argument(c, 0);
    uint32_t way = plain(c, c->v, OP_FSUB, compose_argument(c, 1), x);
    return fused(c, c->v, way, compose_argument(c, 2), x);
}

static uint32_t step(const struct call *c) {
    unsigned bits = c->v.bits, n = c->v.n_args - 1;
    uint32_t below = compare(c, n, FCMP_OLT, compose_argument(c, 1), compose_argument(c, 0));
    return select_of(c, below, constant_float(c->b, bits, 0), constant_float(c->b, bits, 1));
}

/* t * t * (3 - 2 * t), where t goes from 0 to 1 between the edges. */
static uint32_t smoothstep(const struct call *c) {
    unsigned bits = c->v.bits;
    uint32_t low = compose_argument(c, 0);
    uint32_t t = plain(c, c->v, OP_FDIV, plain(c, c->v, OP_FSUB, compose_argument(c, 2), low),
                       plain(c, c->v, OP_FSUB, compose_argument(c, 1), low));
    t = plain(c, c->v, OP_FMAX, t, constant_float(c->b, bits, 0));
    t = plain(c, c->v, OP_FMIN, t, constant_float(c->b, bits, 1));
    uint32_t slope =
        fused(c, c->v, t, constant_float(c->b, bits, -2), constant_float(c->b, bits, 3));
    return times(c, c->v, times(c, c->v, t, t), slope);
}

/* 1, -1, zeros as they are, and 0 for what is no number. */
static uint32_t sign(const struct call *c) {
    unsigned bits = c->v.bits;
    uint32_t x = compose_argument(c, 0), zero = constant_float(c->b, bits, 0);
    uint32_t rest = select_of(c, compare(c, 0, FCMP_OEQ, x, zero), x, zero);
    rest = select_of(c, compare(c, 0, FCMP_OLT, x, zero), constant_float(c->b, bits, -1), rest);
    return select_of(c, compare(c, 0, FCMP_OGT, x, zero), constant_float(c->b, bits, 1), rest);
}

/* The sign bit, as a truth. */
static uint32_t is_negative(const struct call *c, uint32_t n) {
    struct value bits = compose_like_operand(c, n), truth = bits;
    bits.type = truth.type = TYPE_INT;
    bits.imm = 0;
    truth.bits = 1;
    truth.imm = COMPARE_SLT;
    uint32_t x = compose_apply(c->b, bits, OP_COPY, compose_argument(c, n), NONE);
    return compose_apply(c->b, truth, OP_ICMP, x, constant_int(c->b, bits.bits, 0));
}

static uint32_t copysign_of(const struct call *c) {
    uint32_t size = function(c, c->v, MATH_FABS, CLASS_FREE, compose_argument(c, 0));
    return select_of(c, is_negative(c, 1), plain(c, c->v, OP_FNEG, size, NONE), size);
}

/* A truth as OpenCL has it: 1 for scalars and -1 for vectors. */
static uint32_t answer(const struct call *c, uint32_t truth) {
    struct value v = c->v;
    v.imm = 0;
    return compose_apply(c->b, v, v.comps > 1 ? OP_SEXT : OP_ZEXT, truth, NONE);
}

static uint32_t signbit_of(const struct call *c) {
    return answer(c, is_negative(c, 0));
}

static uint32_t against_infinity(const struct call *c, int predicate) {
    struct value like = compose_like_operand(c, 0);
    uint32_t size = function(c, like, MATH_FABS, CLASS_FREE, compose_argument(c, 0));
    uint32_t most = constant_float(c->b, like.bits, (double)INFINITY);
    return answer(c, compare(c, 0, predicate, size, most));
}

static uint32_t isinf_of(const struct call *c) {
    return against_infinity(c, FCMP_OEQ);
}

static uint32_t isfinite_of(const struct call *c) {
    return against_infinity(c, FCMP_OLT);
}

/* Finite, and neither zero nor denormal. */
static uint32_t isnormal_of(const struct call *c) {
    struct value like = compose_like_operand(c, 0);
    uint32_t size = function(c, like, MATH_FABS, CLASS_FREE, compose_argument(c, 0));
    double least = like.bits == 32 ? (double)FLT_MIN : DBL_MIN;
    uint32_t large = compare(c, 0, FCMP_OGE, size, constant_float(c->b, like.bits, least));
    uint32_t finite =
        compare(c, 0, FCMP_OLT, size, constant_float(c->b, like.bits, (double)INFINITY));
    struct value both = c->b->v.at[large];
    return answer(c, plain(c, both, OP_AND, large, finite));
}

/* x - y where that is positive, else 0. */
static uint32_t fdim_of(const struct call *c) {
    uint32_t x = compose_argument(c, 0), y = compose_argument(c, 1);
    uint32_t less = compare(c, 0, FCMP_OLE, x, y);
    return select_of(c, less, constant_float(c->b, c->v.bits, 0), plain(c, c->v, OP_FSUB, x, y));
}

/* Of the two the one that is farther from zero, or nearer to it; of two as far away fmax or fmin.
 */
static uint32_t by_magnitude(const struct call *c, int predicate, enum op equal) {
    uint32_t x = compose_argument(c, 0), y = compose_argument(c, 1);
    uint32_t size_x = function(c, c->v, MATH_FABS, CLASS_FREE, x);
    uint32_t size_y = function(c, c->v, MATH_FABS, CLASS_FREE, y);
    uint32_t rest =
        select_of(c, compare(c, 0, predicate, size_y, size_x), y, plain(c, c->v, equal, x, y));
    return select_of(c, compare(c, 0, predicate, size_x, size_y), x, rest);
}

static uint32_t maxmag(const struct call *c) {
    return by_magnitude(c, FCMP_OGT, OP_FMAX);
}

static uint32_t minmag(const struct call *c) {
    return by_magnitude(c, FCMP_OLT, OP_FMIN);
}

/* The exponent of 1.f * 2^n: frexp's is of 0.1f * 2^n. */
static uint32_t ilogb_of(const struct call *c) {
    uint32_t x = compose_argument(c, 0);
    uint32_t n = function(c, c->v, MATH_EXPONENT, CLASS_FP32, x);
    n = plain(c, c->v, OP_SUB, n, constant_int(c->b, 32, 1));
    uint32_t zero =
        compare(c, 0, FCMP_OEQ, x, constant_float(c->b, compose_operand(c, 0)->bits, 0));
    return select_of(c, zero, constant_int(c->b, 32, INT_MIN), n);
}

static uint32_t scaled(const struct call *c, double by) {
    return times(c, c->v, compose_argument(c, 0), constant_float(c->b, c->v.bits, by));
}

/* A power with a whole exponent. */
static uint32_t whole_power(const struct call *c) {
    uint32_t y = plain(c, c->v, OP_SITOFP, compose_argument(c, 1), NONE);
    struct value v = c->v;
    v.imm = MATH_POW;
    v.cls = CLASS_TRANS;
    return compose_apply(c->b, v, OP_MATH, compose_argument(c, 0), y);
}

static uint32_t degrees(const struct call *c) {
    return scaled(c, 57.295779513082320877);
}

static uint32_t radians(const struct call *c) {
    return scaled(c, 0.017453292519943295769);
}

static const struct {
    const char *name;
    uint32_t n_args;
    uint32_t (*compose)(const struct call *c);
} functions[] = {
    {"dot", 2, dot},
    {"length", 1, length},
    {"distance", 2, distance},
    {"normalize", 1, normalize},
    {"cross", 2, cross},
    {"mix", 3, mix},
    {"step", 2, step},
    {"smoothstep", 3, smoothstep},
    {"sign", 1, sign},
    {"copysign", 2, copysign_of},
    {"signbit", 1, signbit_of},
    {"isinf", 1, isinf_of},
    {"isfinite", 1, isfinite_of},
    {"isnormal", 1, isnormal_of},
    {"fdim", 2, fdim_of},
    {"maxmag", 2, maxmag},
    {"minmag", 2, minmag},
    {"ilogb", 1, ilogb_of},
    {"degrees", 1, degrees},
    {"radians", 1, radians},
    {"pown", 2, whole_power},
};

uint32_t load_geometry(const struct call *c) {
    unsigned bits = c->v.n_args ? compose_operand(c, 0)->bits : 0;
    bool is_float = c->v.n_args && compose_operand(c, 0)->type == TYPE_FLOAT;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (is_float && bits >= 32 && c->v.n_args == functions[i].n_args &&
            strcmp(c->name, functions[i].name) == 0)
            return functions[i].compose(c);
    return NONE;
}
