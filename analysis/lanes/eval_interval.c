/* Floats of which only a range is known: results of functions that no two compilers round alike,
 * within the errors that OpenCL allows them, and what is computed with those. A comparison, or a
 * conversion to an integer, that comes out the same over the whole range is known.
 *
 * Errors: The OpenCL C Specification 3.0, "Relative Error as ULPs", full profile. Not modelled:
 * native_ and half_ functions, and programs compiled with -cl-fast-relaxed-math, whose errors have
 * no useful bound. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/ir/builtins.h"
#include "analysis/ir/float_bits.h"
#include "analysis/lanes/eval.h"

struct range {
    double low, high;
};

static float float_below(double d) {
    float f = (float)d;
    return (double)f > d ? nextafterf(f, -INFINITY) : f;
}

/* Ends are kept as floats, rounded outward: the lower one in the lower half. */
static int64_t pack(struct range r) {
    float ends[2] = {float_below(r.low), -float_below(-r.high)};
    int64_t n;
    memcpy(&n, ends, sizeof n);
    return n;
}

static struct range unpack(int64_t packed) {
    float ends[2];
    memcpy(ends, &packed, sizeof packed);
    return (struct range){(double)ends[0], (double)ends[1]};
}

static struct range hull(struct range x, struct range y) {
    return (struct range){fmin(x.low, y.low), fmax(x.high, y.high)};
}

static bool is_point(struct range r) {
    return r.low == r.high;
}

int64_t range_hull(int64_t x, int64_t y) {
    return pack(hull(unpack(x), unpack(y)));
}

int64_t range_of_float(int64_t n, unsigned bits) {
    double d = double_of_bits(n, bits);
    return pack((struct range){d, d});
}

void range_ends(int64_t range, unsigned bits, int64_t *low, int64_t *high) {
    struct range r = unpack(range);
    *low = bits_of_double(r.low, bits);
    *high = bits_of_double(r.high, bits);
}

int64_t range_between(int64_t low, int64_t high, unsigned bits) {
    return pack((struct range){double_of_bits(low, bits), double_of_bits(high, bits)});
}

/* What an implementation may give that is off by so many units in the last place. Denormal results
 * may be flushed to zero; signs stay. */
static struct range widened(struct range r, double ulps, unsigned bits) {
    double part = (ulps + 1) * (bits == 32 ? FLT_EPSILON : DBL_EPSILON);
    double least = bits == 32 ? (double)FLT_MIN : DBL_MIN;
    double low = r.low - fabs(r.low) * part - least, high = r.high + fabs(r.high) * part + least;
    return (struct range){r.low >= 0 ? fmax(low, 0) : low, r.high <= 0 ? fmin(high, 0) : high};
}

static double exp10_of(double x) {
    return pow(10, x);
}

static double rsqrt_of(double x) {
    return 1 / sqrt(x);
}

/* How a function's range follows from that of its argument. */
enum shape {
    SHAPE_RISING,
    SHAPE_FALLING,
    SHAPE_WAVE, /* between -1 and 1, nowhere steeper than 1 */
    SHAPE_ANY   /* of single numbers only */
};

static const struct function {
    enum math_function id;
    enum shape shape;
    double ulps;
    double (*of)(double);
} functions[] = {
    {MATH_SQRT, SHAPE_RISING, 3, sqrt},      {MATH_RSQRT, SHAPE_FALLING, 2, rsqrt_of},
    {MATH_CBRT, SHAPE_RISING, 2, cbrt},      {MATH_SIN, SHAPE_WAVE, 4, sin},
    {MATH_COS, SHAPE_WAVE, 4, cos},          {MATH_TAN, SHAPE_ANY, 5, tan},
    {MATH_ASIN, SHAPE_RISING, 4, asin},      {MATH_ACOS, SHAPE_FALLING, 4, acos},
    {MATH_ATAN, SHAPE_RISING, 5, atan},      {MATH_SINH, SHAPE_RISING, 4, sinh},
    {MATH_COSH, SHAPE_ANY, 4, cosh},         {MATH_TANH, SHAPE_RISING, 5, tanh},
    {MATH_EXP, SHAPE_RISING, 3, exp},        {MATH_EXP2, SHAPE_RISING, 3, exp2},
    {MATH_EXP10, SHAPE_RISING, 3, exp10_of}, {MATH_EXPM1, SHAPE_RISING, 3, expm1},
    {MATH_LOG, SHAPE_RISING, 3, log},        {MATH_LOG2, SHAPE_RISING, 3, log2},
    {MATH_LOG10, SHAPE_RISING, 3, log10},    {MATH_LOG1P, SHAPE_RISING, 2, log1p},
    {MATH_ERF, SHAPE_RISING, 16, erf},       {MATH_ERFC, SHAPE_FALLING, 16, erfc},
};

static const struct function *find_function(const struct value *v) {
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (v->op == OP_MATH && v->imm == (int64_t)functions[i].id)
            return &functions[i];
    return NULL;
}

/* Results that OpenCL wants exact, as C does: 0 or 1 at 0, and 0 at 1. */
static bool is_edge_case(const struct function *f, struct range x) {
    double y = f->of(x.low);
    return is_point(x) && f->id != MATH_ERFC &&
           ((x.low == 0 && (y == 0 || y == 1)) || (x.low == 1 && y == 0));
}

static struct range function_range(const struct function *f, struct range x) {
    double first = f->of(x.low), last = f->of(x.high), width = x.high - x.low;
    if (is_point(x) || f->shape == SHAPE_RISING)
        return (struct range){first, last};
    if (f->shape == SHAPE_FALLING)
        return (struct range){last, first};
    if (f->shape == SHAPE_WAVE)
        return (struct range){fmax(first - width, -1), fmin(first + width, 1)};
    return (struct range){NAN, NAN};
}

static struct range corners(double a, double b, double c, double d) {
    if (isnan(a) || isnan(b) || isnan(c) || isnan(d))
        return (struct range){NAN, NAN};
    return (struct range){fmin(fmin(a, b), fmin(c, d)), fmax(fmax(a, b), fmax(c, d))};
}

static double of_two(const struct value *v, double x, double y) {
    switch (v->imm) {
    case MATH_POW:
        return pow(x, y);
    case MATH_ATAN2:
        return atan2(x, y);
    case MATH_HYPOT:
        return hypot(x, y);
    default:
        return NAN;
    }
}

/* The largest error is that of pow. Powers of positive numbers, and distances in one quadrant, are
 * largest and smallest in corners. */
static struct range function_of_two(const struct value *v, struct range x, struct range y) {
    enum { ULPS = 16 };
    bool points = is_point(x) && is_point(y);
    bool corner =
        (v->imm == MATH_POW && x.low > 0) || (v->imm == MATH_HYPOT && x.low >= 0 && y.low >= 0);
    if (v->n_args != 2 || !(points || corner))
        return (struct range){NAN, NAN};
    struct range r = corners(of_two(v, x.low, y.low), of_two(v, x.low, y.high),
                             of_two(v, x.high, y.low), of_two(v, x.high, y.high));
    return widened(r, ULPS, v->bits);
}

/* Functions that round to whole numbers or change the sign. */
static bool rounding(const struct value *v, struct range x, struct range *r) {
    static double (*const of[])(double) = {[MATH_FLOOR] = floor,
                                           [MATH_CEIL] = ceil,
                                           [MATH_TRUNC] = trunc,
                                           [MATH_ROUND] = round,
                                           [MATH_RINT] = rint};
    if (v->imm == MATH_FABS) {
        bool both = x.low < 0 && x.high > 0;
        struct range size = {fmin(fabs(x.low), fabs(x.high)), fmax(fabs(x.low), fabs(x.high))};
        *r = (struct range){both ? 0 : size.low, size.high};
        return true;
    }
    if (v->imm < MATH_FLOOR || v->imm > MATH_RINT)
        return false;
    *r = (struct range){of[v->imm](x.low), of[v->imm](x.high)};
    return true;
}

static struct range math_range(const struct value *v, const struct range *x) {
    const struct function *f = find_function(v);
    struct range r;
    if (rounding(v, x[0], &r))
        return r;
    if (!f)
        return function_of_two(v, x[0], x[1]);
    r = function_range(f, x[0]);
    return is_edge_case(f, x[0]) ? r : widened(r, f->ulps, v->bits);
}

static struct range product(struct range x, struct range y) {
    return corners(x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high);
}

static struct range quotient(struct range x, struct range y, unsigned bits) {
    if (y.low <= 0 && y.high >= 0)
        return (struct range){NAN, NAN};
    struct range r = corners(x.low / y.low, x.low / y.high, x.high / y.low, x.high / y.high);
    return widened(r, 2.5, bits);
}

/* The product of a fused operation is rounded or not, as the compiler likes. */
static struct range float_range(const struct value *v, const struct range *x) {
    enum { LOOSE_ULPS = 8 };
    struct range p;
    switch ((enum op)v->op) {
    case OP_FADD:
        return (struct range){x[0].low + x[1].low, x[0].high + x[1].high};
    case OP_FSUB:
        return (struct range){x[0].low - x[1].high, x[0].high - x[1].low};
    case OP_FMUL:
        p = product(x[0], x[1]);
        return eval_is_loose(v) ? widened(p, LOOSE_ULPS, v->bits) : p;
    case OP_FDIV:
        return quotient(x[0], x[1], v->bits);
    case OP_FMA:
        p = unpack(pack(product(x[0], x[1])));
        p = eval_is_loose(v) ? widened(p, LOOSE_ULPS, v->bits) : p;
        return (struct range){p.low + x[2].low, p.high + x[2].high};
    case OP_FNEG:
        return (struct range){-x[0].high, -x[0].low};
    case OP_FMIN:
        return (struct range){fmin(x[0].low, x[1].low), fmin(x[0].high, x[1].high)};
    case OP_FMAX:
        return (struct range){fmax(x[0].low, x[1].low), fmax(x[0].high, x[1].high)};
    case OP_FPEXT:
    case OP_FPTRUNC:
    case OP_COPY:
        return x[0];
    case OP_MATH:
        return math_range(v, x);
    default:
        return (struct range){NAN, NAN};
    }
}

/* Whether a range of one number is that number: nothing was rounded on the way to it. */
static bool is_exact(const struct value *v, struct range x) {
    const struct function *f = find_function(v);
    bool whole = v->op == OP_MATH && v->imm >= MATH_FLOOR && v->imm <= MATH_RINT;
    return whole || v->op == OP_FMIN || v->op == OP_FMAX || (f && is_edge_case(f, x));
}

/* True if each pair of numbers from the two ranges compares alike. */
static bool compare(const struct value *v, struct range x, struct range y, int64_t *r) {
    unsigned possible = (x.low < y.high ? 4u : 0u) | (x.high > y.low ? 2u : 0u) |
                        (x.low <= y.high && y.low <= x.high ? 1u : 0u);
    *r = (possible & (uint64_t)v->imm) != 0;
    return !*r || !(possible & ~(uint64_t)v->imm & 7u);
}

bool eval_gives_range(const struct value *v) {
    if (eval_is_loose(v))
        return !v->fast && v->bits >= 32;
    bool two = v->imm == MATH_POW || v->imm == MATH_ATAN2 || v->imm == MATH_HYPOT;
    return v->op == OP_MATH && v->type == TYPE_FLOAT && !v->fast && v->bits >= 32 &&
           (find_function(v) || two);
}

enum knowledge eval_interval(const struct value *v, unsigned from, const int64_t *x, unsigned near,
                             int64_t *result) {
    struct range of[3] = {{0, 0}, {0, 0}, {0, 0}};
    int64_t high;
    if (v->fast || (from != 32 && from != 64))
        return KNOWN_NOTHING;
    for (unsigned i = 0; i < v->n_args && i < 3; i++) {
        double d = double_of_bits(x[i], from);
        of[i] = near >> i & 1 ? unpack(x[i]) : (struct range){d, d};
        if (isnan(of[i].low) || isnan(of[i].high))
            return KNOWN_NOTHING;
    }
    if (v->op == OP_FCMP)
        return compare(v, of[0], of[1], result) ? KNOWN_VALUE : KNOWN_NOTHING;
    if (v->op == OP_FPTOSI || v->op == OP_FPTOUI) {
        bool is_unsigned = v->op == OP_FPTOUI, saturates = v->imm != 0;
        bool known = eval_float_to_int(of[0].low, v->bits, is_unsigned, saturates, result) &&
                     eval_float_to_int(of[0].high, v->bits, is_unsigned, saturates, &high);
        return known && *result == high ? KNOWN_VALUE : KNOWN_NOTHING;
    }
    if (v->type != TYPE_FLOAT || v->bits < 32)
        return KNOWN_NOTHING;
    struct range r = float_range(v, of);
    if (isnan(r.low) || isnan(r.high))
        return KNOWN_NOTHING;
    bool known = is_point(r) && is_exact(v, of[0]);
    *result = known ? bits_of_double(r.low, v->bits) : pack(r);
    return known ? KNOWN_VALUE : KNOWN_RANGE;
}
