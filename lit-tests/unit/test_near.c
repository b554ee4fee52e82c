/* Floats of which a range is known: it holds what this machine's functions give in single
 * precision, and what is computed with them, fused or not; a comparison is decided only if it comes
 * out the same over the whole ranges. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/lanes/eval.h"
#include "check.h"

enum { SEED = 77, ROUNDS = 20000 };

static int64_t bits_of(float f) {
    int64_t n = 0;
    memcpy(&n, &f, sizeof f);
    return n;
}

static float float_of(int64_t n) {
    float f;
    memcpy(&f, &n, sizeof f);
    return f;
}

/* A number and what is known of it. */
struct near {
    float number;
    int64_t bits; /* its own, or the range */
    enum knowledge is;
};

static struct value float_value(enum op op, uint32_t n_args, int64_t imm) {
    return (struct value){.op = (uint8_t)op,
                          .type = TYPE_FLOAT,
                          .comps = 1,
                          .bits = 32,
                          .n_args = n_args,
                          .imm = imm};
}

static bool holds(const struct near *x) {
    int64_t low, high;
    if (x->is == KNOWN_NOTHING || isnan(x->number))
        return true;
    if (x->is == KNOWN_VALUE)
        return float_of(x->bits) == x->number;
    range_ends(x->bits, 32, &low, &high);
    return float_of(low) <= x->number && x->number <= float_of(high);
}

static enum knowledge near_of(const struct value *v, const struct near *args, int64_t *r) {
    int64_t x[3] = {0};
    unsigned near = 0;
    for (uint32_t i = 0; i < v->n_args; i++) {
        x[i] = args[i].bits;
        near |= (args[i].is == KNOWN_RANGE ? 1u : 0u) << i;
        if (args[i].is == KNOWN_NOTHING)
            return KNOWN_NOTHING;
    }
    return eval_interval(v, 32, x, near, r);
}

static struct near number(float f) {
    return (struct near){f, bits_of(f), KNOWN_VALUE};
}

static float uniform(float low, float high) {
    return low + (high - low) * (float)drand48();
}

static struct near apply(enum op op, uint32_t n_args, int64_t imm, const struct near *args,
                         float result) {
    struct value v = float_value(op, n_args, imm);
    struct near r = {.number = result};
    r.is = near_of(&v, args, &r.bits);
    return r;
}

static const struct {
    enum math_function id;
    float (*of)(float);
    float low, high;
} functions[] = {
    {MATH_SIN, sinf, -40, 40},   {MATH_COS, cosf, -40, 40},    {MATH_TAN, tanf, -2, 2},
    {MATH_ASIN, asinf, -1, 1},   {MATH_ACOS, acosf, -1, 1},    {MATH_ATAN, atanf, -99, 99},
    {MATH_SINH, sinhf, -9, 9},   {MATH_COSH, coshf, -9, 9},    {MATH_TANH, tanhf, -3, 3},
    {MATH_EXP, expf, -20, 20},   {MATH_EXP2, exp2f, -20, 20},  {MATH_EXPM1, expm1f, -3, 3},
    {MATH_LOG, logf, 0.001f, 9}, {MATH_LOG2, log2f, 0.1f, 99}, {MATH_LOG10, log10f, 0.1f, 99},
    {MATH_LOG1P, log1pf, 0, 9},  {MATH_ERF, erff, -3, 3},      {MATH_ERFC, erfcf, -3, 3},
    {MATH_CBRT, cbrtf, -99, 99}, {MATH_FABS, fabsf, -9, 9},    {MATH_FLOOR, floorf, -9, 9},
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

static struct near some_function(void) {
    size_t i = (size_t)(drand48() * FUNCTIONS);
    struct near x = number(uniform(functions[i].low, functions[i].high));
    return apply(OP_MATH, 1, (int64_t)functions[i].id, &x, functions[i].of(x.number));
}

static struct near some_operation(struct near x, struct near y, struct near z) {
    struct near args[3] = {x, y, z};
    float a = x.number, b = y.number, c = z.number, product = a * b;
    switch (lrand48() % 10) {
    case 0:
        return apply(OP_FADD, 2, 0, args, a + b);
    case 1:
        return apply(OP_FSUB, 2, 0, args, a - b);
    case 2:
        return apply(OP_FMUL, 2, 0, args, a * b);
    case 3:
        return apply(OP_FDIV, 2, 0, args, a / b);
    case 4:
        return apply(OP_FMA, 3, 0, args, fmaf(a, b, c));
    case 5:
        return apply(OP_FMA, 3, 0, args, product + c);
    case 6:
        return apply(OP_FMAX, 2, 0, args, fmaxf(a, b));
    case 7:
        return apply(OP_FNEG, 1, 0, args, -a);
    case 8:
        return apply(OP_MATH, 1, MATH_ATAN, args, atanf(a));
    default:
        return apply(OP_MATH, 1, MATH_SIN, args, sinf(a));
    }
}

/* Sums, products and functions of functions. */
static void test_holds(void) {
    size_t bad = 0, ranges = 0;
    for (int i = 0; i < ROUNDS; i++) {
        struct near x = some_function(), y = some_function(), z = some_function();
        bad += !holds(&x);
        for (int step = 0; step < 4; step++) {
            struct near next = some_operation(x, y, z);
            bad += !holds(&next);
            ranges += next.is == KNOWN_RANGE;
            z = y;
            y = x;
            x = next;
        }
    }
    CHECK(bad == 0);
    CHECK(ranges > ROUNDS);
}

static void test_functions(void) {
    for (size_t i = 0; i < FUNCTIONS; i++) {
        size_t bad = 0;
        for (int n = 0; n < ROUNDS / 10; n++) {
            struct near x = number(uniform(functions[i].low, functions[i].high));
            struct near r =
                apply(OP_MATH, 1, (int64_t)functions[i].id, &x, functions[i].of(x.number));
            bad += r.is == KNOWN_NOTHING || !holds(&r);
        }
        CHECK(bad == 0);
    }
}

static void test_compare(void) {
    size_t bad = 0, decided = 0;
    struct value less = {.op = OP_FCMP, .type = TYPE_INT, .bits = 1, .n_args = 2, .imm = 4};
    for (int i = 0; i < ROUNDS; i++) {
        struct near args[2] = {some_function(), some_function()};
        int64_t r = 0;
        if (near_of(&less, args, &r) != KNOWN_VALUE)
            continue;
        decided++;
        bad += r != (args[0].number < args[1].number);
    }
    CHECK(bad == 0);
    CHECK(decided > ROUNDS * 9 / 10);
    struct near x = number(1), y = apply(OP_MATH, 1, MATH_EXP, &x, expf(1)), same[2] = {y, y};
    int64_t r;
    CHECK(near_of(&less, same, &r) == KNOWN_NOTHING);
}

/* Exact where C says so; unknown where nothing bounds the error. */
static void test_edges(void) {
    struct near zero = number(0), one = number(1);
    struct near r = apply(OP_MATH, 1, MATH_COS, &zero, 1);
    CHECK(r.is == KNOWN_VALUE && holds(&r));
    r = apply(OP_MATH, 1, MATH_LOG, &one, 0);
    CHECK(r.is == KNOWN_VALUE && holds(&r));
    r = apply(OP_MATH, 1, MATH_ACOS, &zero, acosf(0));
    CHECK(r.is == KNOWN_RANGE && holds(&r));
    struct near below = number(-1);
    CHECK(apply(OP_MATH, 1, MATH_LOG, &below, NAN).is == KNOWN_NOTHING);
    CHECK(apply(OP_MATH, 1, MATH_OTHER, &one, 0).is == KNOWN_NOTHING);
    struct value fast = float_value(OP_MATH, 1, MATH_SIN);
    fast.fast = true;
    int64_t n;
    CHECK(near_of(&fast, &one, &n) == KNOWN_NOTHING);
}

int main(void) {
    srand48(SEED);
    printf("seed %d\n", SEED);
    test_functions();
    test_holds();
    test_compare();
    test_edges();
    return CHECK_DONE();
}
