/* Operations on lanes: LLVM's semantics for integers of any width up to 64, IEEE
 * arithmetic for float and double. Results that LLVM leaves undefined (division by
 * zero, shifts too far) are unknown. Not computed, so unknown: arithmetic in half precision,
 * functions of builtins.def marked MATH_OTHER, atomics' results. */
#include <math.h>
#include <string.h>

#include "analysis/builtins.h"
#include "analysis/lanes.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

static uint64_t zero_extend(int64_t n, unsigned bits) {
    return bits >= 64 ? (uint64_t)n : (uint64_t)n & ((1ull << bits) - 1);
}

static double half_value(int64_t bits) {
    int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    double d = exponent == 31 ? (fraction ? NAN : INFINITY)
               : exponent     ? ldexp(fraction + 1024, exponent - 25)
                              : ldexp(fraction, -24);
    return bits >> 15 & 1 ? -d : d;
}

static double to_double(int64_t bits_of, unsigned bits) {
    if (bits == 16)
        return half_value(bits_of);
    float f;
    double d;
    memcpy(&f, &bits_of, sizeof f);
    memcpy(&d, &bits_of, sizeof d);
    return bits == 32 ? (double)f : d;
}

static int64_t from_double(double d, unsigned bits) {
    int64_t n = 0;
    float f = (float)d;
    if (bits == 32)
        memcpy(&n, &f, sizeof f);
    else
        memcpy(&n, &d, sizeof d);
    return n;
}

/* One bit is kept as 0 or 1, but as a signed number it is 0 or -1. */
static int64_t as_signed(int64_t n, unsigned bits) {
    return bits == 1 ? -n : n;
}

static bool int_compare(int64_t predicate, int64_t x, int64_t y, unsigned bits) {
    uint64_t ux = zero_extend(x, bits), uy = zero_extend(y, bits);
    x = as_signed(x, bits);
    y = as_signed(y, bits);
    switch (predicate) {
    case COMPARE_EQ:
        return x == y;
    case COMPARE_NE:
        return x != y;
    case COMPARE_UGT:
        return ux > uy;
    case COMPARE_UGE:
        return ux >= uy;
    case COMPARE_ULT:
        return ux < uy;
    case COMPARE_ULE:
        return ux <= uy;
    case COMPARE_SGT:
        return x > y;
    case COMPARE_SGE:
        return x >= y;
    case COMPARE_SLT:
        return x < y;
    default:
        return x <= y;
    }
}

/* LLVM's float predicates are four bits: unordered, less, greater, equal. */
static bool float_compare(int64_t predicate, double x, double y) {
    if (isnan(x) || isnan(y))
        return predicate & 8;
    return (x == y && (predicate & 1)) || (x > y && (predicate & 2)) || (x < y && (predicate & 4));
}

/* The most negative number divided by -1 overflows, which LLVM leaves undefined. */
static bool divide(enum op op, int64_t x, int64_t y, unsigned bits, int64_t *r) {
    uint64_t ux = zero_extend(x, bits), uy = zero_extend(y, bits);
    bool is_signed = op == OP_SDIV || op == OP_SREM;
    if (y == 0 || (is_signed && as_signed(y, bits) == -1 &&
                   x == wrap_bits((int64_t)(1ull << (bits - 1)), bits)))
        return false;
    switch (op) {
    case OP_UDIV:
        *r = (int64_t)(ux / uy);
        return true;
    case OP_UREM:
        *r = (int64_t)(ux % uy);
        return true;
    case OP_SDIV:
        *r = x / y;
        return true;
    default:
        *r = x % y;
        return true;
    }
}

static bool shift(enum op op, int64_t x, int64_t y, unsigned bits, int64_t *r) {
    if (y < 0 || y >= (int64_t)bits)
        return false;
    *r = op == OP_SHL    ? (int64_t)((uint64_t)x << y)
         : op == OP_LSHR ? (int64_t)(zero_extend(x, bits) >> y)
                         : x >> y;
    return true;
}

static int64_t multiply_high(int64_t x, int64_t y, unsigned bits, bool is_unsigned) {
    if (is_unsigned)
        return (int64_t)((uwide)zero_extend(x, bits) * zero_extend(y, bits) >> bits);
    return (int64_t)((wide)x * y >> bits);
}

static bool float_op(const struct value *v, unsigned bits, const int64_t *x, int64_t *r) {
    double a = to_double(x[0], bits), b = to_double(x[1], bits), c = to_double(x[2], bits), d;
    if (bits != 32 && bits != 64)
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
    *r = from_double(d, bits);
    return true;
}

static int64_t saturate(wide n, unsigned bits, bool is_unsigned) {
    wide low = is_unsigned ? 0 : -((wide)1 << (bits - 1));
    wide high = ((wide)1 << (bits - !is_unsigned)) - 1;
    return (int64_t)(n < low ? low : n > high ? high : n);
}

/* The high word of x:y shifted left, or the low one shifted right. */
static int64_t funnel_shift(uint64_t x, uint64_t y, uint64_t by, unsigned bits, bool left) {
    if (by == 0)
        return (int64_t)(left ? x : y);
    uint64_t up = left ? by : bits - by;
    return (int64_t)(x << up | y >> (bits - up));
}

static int64_t reverse_bits(uint64_t u, unsigned bits) {
    uint64_t r = 0;
    for (unsigned i = 0; i < bits; i++)
        r |= (u >> i & 1) << (bits - 1 - i);
    return (int64_t)r;
}

/* Functions of integers; the first argument's width is the result's. */
static bool int_math(const struct value *v, unsigned bits, const int64_t *x, int64_t *r) {
    bool is_unsigned = v->imm & MATH_UNSIGNED;
    uint64_t u = zero_extend(x[0], bits), by = zero_extend(x[1], bits) % bits;
    wide a = is_unsigned ? (wide)u : (wide)x[0];
    wide b = is_unsigned ? (wide)zero_extend(x[1], bits) : (wide)x[1];
    switch (v->imm & ~MATH_UNSIGNED) {
    case MATH_ROTATE:
        *r = (int64_t)(by ? u << by | u >> (bits - by) : u);
        return true;
    case MATH_POPCOUNT:
        *r = __builtin_popcountll(u);
        return true;
    case MATH_CLZ:
        *r = u ? __builtin_clzll(u) - (int64_t)(64 - bits) : (int64_t)bits;
        return true;
    case MATH_CTZ:
        *r = u ? __builtin_ctzll(u) : (int64_t)bits;
        return true;
    case MATH_MAD_SAT:
        if (bits > 32)
            return false;
        *r = saturate(a * b + (is_unsigned ? (wide)zero_extend(x[2], bits) : (wide)x[2]), bits,
                      is_unsigned);
        return true;
    case MATH_FSHL:
    case MATH_FSHR:
        *r = funnel_shift(u, zero_extend(x[1], bits), zero_extend(x[2], bits) % bits, bits,
                          v->imm == MATH_FSHL);
        return true;
    case MATH_BYTE_SWAP:
        *r = (int64_t)(__builtin_bswap64(u) >> (64 - bits));
        return true;
    case MATH_BIT_REVERSE:
        *r = reverse_bits(u, bits);
        return true;
    case MATH_HADD:
        *r = (int64_t)((a + b) >> 1);
        return true;
    case MATH_RHADD:
        *r = (int64_t)((a + b + 1) >> 1);
        return true;
    case MATH_ADD_SAT:
        *r = saturate(a + b, bits, is_unsigned);
        return true;
    case MATH_SUB_SAT:
        *r = saturate(a - b, bits, is_unsigned);
        return true;
    case MATH_ABS_DIFF:
        *r = (int64_t)(a > b ? a - b : b - a);
        return true;
    default:
        return false;
    }
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

static bool math_op(const struct value *v, unsigned bits, int64_t x, int64_t *r) {
    double d = to_double(x, bits);
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
    *r = from_double(d, bits);
    return true;
}

/* A float that does not fit the integer type has no defined value, unless the conversion saturates:
 * then it is the nearest one, and 0 for what is no number. */
static bool float_to_int(double d, unsigned bits, bool is_unsigned, bool saturates, int64_t *r) {
    double low = is_unsigned ? 0 : -ldexp(1, (int)bits - 1);
    double high = ldexp(1, (int)bits - (is_unsigned ? 0 : 1));
    if (!(d > low - 1 && d < high)) {
        *r = isnan(d) ? 0 : saturate((wide)(d < 0 ? -1 : 1) << 100, bits, is_unsigned);
        return saturates;
    }
    *r = is_unsigned ? (int64_t)(uint64_t)d : (int64_t)d;
    return true;
}

/* One lane: *r = v(x...), not wrapped yet. False: unknown. */
static bool scalar(const struct value *v, unsigned from, const int64_t *x, int64_t *r) {
    unsigned bits = v->bits;
    switch ((enum op)v->op) {
    case OP_ADD:
        *r = (int64_t)((uint64_t)x[0] + (uint64_t)x[1]);
        return true;
    case OP_SUB:
        *r = (int64_t)((uint64_t)x[0] - (uint64_t)x[1]);
        return true;
    case OP_MUL:
        *r = (int64_t)((uint64_t)x[0] * (uint64_t)x[1]);
        return true;
    case OP_PTRADD:
        *r = (int64_t)((uint64_t)x[0] + (v->n_args == 2 ? (uint64_t)x[1] : 1) * (uint64_t)v->imm);
        return true;
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM:
        return divide((enum op)v->op, x[0], x[1], bits, r);
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
        return shift((enum op)v->op, x[0], x[1], bits, r);
    case OP_AND:
        *r = x[0] & x[1];
        return true;
    case OP_OR:
        *r = x[0] | x[1];
        return true;
    case OP_XOR:
        *r = x[0] ^ x[1];
        return true;
    case OP_ICMP:
        *r = int_compare(v->imm, x[0], x[1], from);
        return true;
    case OP_FCMP:
        *r = float_compare(v->imm, to_double(x[0], from), to_double(x[1], from));
        return from == 32 || from == 64;
    case OP_ZEXT:
        *r = (int64_t)zero_extend(x[0], from);
        return true;
    case OP_SEXT:
        *r = as_signed(x[0], from);
        return true;
    case OP_TRUNC:
    case OP_COPY:
        *r = x[0];
        return true;
    case OP_SMIN:
        *r = as_signed(x[0], bits) < as_signed(x[1], bits) ? x[0] : x[1];
        return true;
    case OP_SMAX:
        *r = as_signed(x[0], bits) > as_signed(x[1], bits) ? x[0] : x[1];
        return true;
    case OP_UMIN:
        *r = zero_extend(x[0], bits) < zero_extend(x[1], bits) ? x[0] : x[1];
        return true;
    case OP_UMAX:
        *r = zero_extend(x[0], bits) > zero_extend(x[1], bits) ? x[0] : x[1];
        return true;
    case OP_ABS:
        *r = x[0] < 0 ? (int64_t)(0 - (uint64_t)x[0]) : x[0];
        return true;
    case OP_MULHI:
        *r = multiply_high(x[0], x[1], bits, v->imm != 0);
        return true;
    case OP_FPTOUI:
    case OP_FPTOSI:
        return (from == 32 || from == 64) &&
               float_to_int(to_double(x[0], from), bits, v->op == OP_FPTOUI, v->imm != 0, r);
    case OP_SITOFP:
        *r = bits == 32 ? from_double((float)as_signed(x[0], from), 32)
                        : from_double((double)as_signed(x[0], from), 64);
        return bits >= 32;
    case OP_UITOFP:
        *r = bits == 32 ? from_double((float)zero_extend(x[0], from), 32)
                        : from_double((double)zero_extend(x[0], from), 64);
        return bits >= 32;
    case OP_FPTRUNC:
    case OP_FPEXT:
        *r = from_double(to_double(x[0], from), bits);
        return bits >= 32;
    case OP_MATH:
        return v->type == TYPE_INT && v->imm >= MATH_ROTATE ? int_math(v, bits, x, r)
                                                            : math_op(v, bits, x[0], r);
    default:
        return float_op(v, bits, x, r);
    }
}

static int64_t finish(const struct value *v, int64_t r) {
    return v->type == TYPE_INT ? wrap_bits(r, v->bits) : r;
}

/* Smallest and largest value over the warp; false if they leave 62 bits. */
static bool affine_range(const struct warp_shape *s, const struct lanes *l, int64_t *low,
                         int64_t *high) {
    int64_t x, y;
    if (__builtin_mul_overflow(l->dx, (int64_t)s->period - 1, &x) ||
        __builtin_mul_overflow(l->dy, (int64_t)(s->width / s->period) - 1, &y))
        return false;
    const int64_t limit = 1ll << 60;
    if (x > limit || x < -limit || y > limit || y < -limit || l->base > limit || l->base < -limit)
        return false;
    *low = l->base + (x < 0 ? x : 0) + (y < 0 ? y : 0);
    *high = l->base + (x > 0 ? x : 0) + (y > 0 ? y : 0);
    return true;
}

static bool fits(const struct warp_shape *s, const struct lanes *l, const struct value *v) {
    int64_t low, high;
    if (!affine_range(s, l, &low, &high))
        return false;
    if (v->type == TYPE_POINTER || v->bits >= 62)
        return true;
    return v->bits > 1 && low >= -(1ll << (v->bits - 1)) && high < 1ll << (v->bits - 1);
}

/* x + scale * y, wrapping where it leaves 64 bits; fits() refuses what came near. */
static int64_t wrapped_sum(int64_t x, int64_t scale, int64_t y) {
    return (int64_t)((uint64_t)x + (uint64_t)scale * (uint64_t)y);
}

static struct lanes affine_sum(const struct lanes *x, const struct lanes *y, int64_t scale) {
    return (struct lanes){.form = LANES_AFFINE,
                          .base = wrapped_sum(x->base, scale, y->base),
                          .dx = wrapped_sum(x->dx, scale, y->dx),
                          .dy = wrapped_sum(x->dy, scale, y->dy)};
}

/* Far enough from the ends of 64 bits that sums of two stay within. */
static bool is_moderate(const struct warp_shape *s, const struct lanes *l) {
    int64_t low, high;
    return affine_range(s, l, &low, &high);
}

static bool small(int64_t n) {
    return n > -(1ll << 40) && n < 1ll << 40;
}

static bool affine_scale(const struct lanes *x, int64_t n, struct lanes *r) {
    struct lanes zero = lanes_constant(0);
    if (!small(n) || !small(x->dx) || !small(x->dy))
        return false;
    int64_t base;
    if (__builtin_mul_overflow(x->base, n, &base) || base > 1ll << 60 || base < -(1ll << 60))
        return false;
    *r = affine_sum(&zero, x, n);
    return true;
}

/* A comparison that comes out the same in all lanes. */
static bool affine_compare(const struct warp_shape *s, const struct value *v, const struct lanes *x,
                           const struct lanes *y, struct lanes *r) {
    struct lanes d = affine_sum(x, y, -1);
    int64_t low, high, x_low, y_low, unused;
    if (!affine_range(s, &d, &low, &high) || !affine_range(s, x, &x_low, &unused) ||
        !affine_range(s, y, &y_low, &unused))
        return false;
    int64_t p = v->imm;
    if (p == COMPARE_EQ || p == COMPARE_NE) {
        if (low != high && low <= 0 && high >= 0)
            return false;
        bool equal = low == 0 && high == 0;
        *r = lanes_constant(p == COMPARE_EQ ? equal : !equal);
        return true;
    }
    bool is_unsigned = p == COMPARE_UGT || p == COMPARE_UGE || p == COMPARE_ULT || p == COMPARE_ULE;
    if (is_unsigned && (x_low < 0 || y_low < 0))
        return false;
    bool greater = p == COMPARE_UGT || p == COMPARE_SGT || p == COMPARE_UGE || p == COMPARE_SGE;
    bool or_equal = p == COMPARE_UGE || p == COMPARE_SGE || p == COMPARE_ULE || p == COMPARE_SLE;
    bool all = greater ? (or_equal ? low >= 0 : low > 0) : (or_equal ? high <= 0 : high < 0);
    bool none = greater ? (or_equal ? high < 0 : high <= 0) : (or_equal ? low > 0 : low >= 0);
    *r = lanes_constant(all);
    return all || none;
}

/* The whole warp in one go, where the result is affine again. */
static bool affine(const struct warp_shape *s, const struct value *v, unsigned from,
                   const struct lanes *const *x, struct lanes *r) {
    int64_t low, high;
    switch ((enum op)v->op) {
    case OP_ADD:
        *r = affine_sum(x[0], x[1], 1);
        return is_moderate(s, x[0]) && is_moderate(s, x[1]) && fits(s, r, v);
    case OP_SUB:
        *r = affine_sum(x[0], x[1], -1);
        return is_moderate(s, x[0]) && is_moderate(s, x[1]) && fits(s, r, v);
    case OP_MUL:
        if (lanes_uniform(x[0]))
            return affine_scale(x[1], x[0]->base, r) && fits(s, r, v);
        return lanes_uniform(x[1]) && affine_scale(x[0], x[1]->base, r) && fits(s, r, v);
    case OP_SHL:
        return lanes_uniform(x[1]) && x[1]->base >= 0 && x[1]->base < 40 && x[1]->base < v->bits &&
               affine_scale(x[0], 1ll << x[1]->base, r) && fits(s, r, v);
    case OP_PTRADD:
        if (v->n_args == 1) {
            *r = *x[0];
            r->base = wrapped_sum(r->base, 1, v->imm);
            return true;
        }
        if (!small(v->imm) || !small(x[1]->base))
            return false;
        *r = affine_sum(x[0], x[1], v->imm);
        return true;
    case OP_ZEXT:
        *r = *x[0];
        return from > 1 && affine_range(s, r, &low, &high) && low >= 0;
    case OP_SEXT:
        *r = *x[0];
        return from > 1;
    case OP_TRUNC:
        *r = *x[0];
        return fits(s, r, v);
    case OP_COPY:
        *r = *x[0];
        return true;
    case OP_ICMP:
        return affine_compare(s, v, x[0], x[1], r);
    default:
        return false;
    }
}

/* x & 0 and, for one bit, x | 1 are known whatever x is. */
static bool decides(const struct value *v, bool known, int64_t x) {
    return known && ((v->op == OP_AND && x == 0) || (v->op == OP_OR && v->bits == 1 && x == 1));
}

static void eval_each(struct arena *a, const struct warp_shape *s, const struct value *v,
                      unsigned from, const struct lanes *const *args, uint64_t mask,
                      struct lanes *to) {
    unsigned n = v->n_args < 3 ? v->n_args : 3;
    struct lanes r = {.form = LANES_EACH, .each = to->each};
    int64_t fresh[64];
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t x[3] = {0}, result = 0;
        bool known = true, decided = false;
        for (unsigned i = 0; i < n; i++) {
            bool has_value = lane_get(s, args[i], lane, &x[i]);
            if (decides(v, has_value, x[i])) {
                decided = true;
                result = x[i];
            }
            known &= has_value;
        }
        known = decided || (known && scalar(v, from, x, &result));
        fresh[lane] = known ? finish(v, result) : 0;
        r.known |= (uint64_t)known << lane;
    }
    if (!r.known) {
        to->form = LANES_UNKNOWN;
        return;
    }
    if (!r.each)
        r.each = NEW_ARRAY(a, int64_t, s->width);
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        r.each[lane] = fresh[lane];
    }
    *to = r;
}

/* x & 0 and x * 0 are known whatever x is. */
static bool absorbs(const struct value *v, const struct lanes *const *args) {
    if (v->op != OP_AND && v->op != OP_MUL)
        return false;
    return (lanes_uniform(args[0]) && args[0]->base == 0) ||
           (lanes_uniform(args[1]) && args[1]->base == 0);
}

static void select_lanes(struct arena *a, const struct warp_shape *s,
                         const struct lanes *const *args, uint64_t mask, struct lanes *to) {
    if (lanes_uniform(args[0])) {
        lanes_copy(a, s, to, args[0]->base ? args[1] : args[2]);
        return;
    }
    int64_t fresh[64];
    struct lanes r = {.form = LANES_EACH, .each = fresh};
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t condition, x, y;
        bool known_x = lane_get(s, args[1], lane, &x), known_y = lane_get(s, args[2], lane, &y);
        bool decided = lane_get(s, args[0], lane, &condition);
        r.each[lane] = decided && !condition ? y : x;
        if (decided ? (condition ? known_x : known_y) : known_x && known_y && x == y)
            r.known |= 1ull << lane;
    }
    lanes_copy(a, s, to, &r);
}

static void set_affine(struct lanes *to, struct lanes r) {
    r.each = to->each;
    *to = r;
}

/* The linear part of a result whose base nobody knows; that it may wrap is left out, since
 * nothing exact can be said of it anyway. */
static bool floating(const struct value *v, const struct lanes *const *x, unsigned n,
                     struct lanes *r) {
    bool level = true;
    for (unsigned i = 0; i < n; i++) {
        if (x[i]->form != LANES_AFFINE && x[i]->form != LANES_FLOATING)
            return false;
        level &= x[i]->dx == 0 && x[i]->dy == 0;
    }
    *r = lanes_floating();
    if (level && n)
        return v->op != OP_ATOMIC;
    int64_t scale = 1;
    switch ((enum op)v->op) {
    case OP_ADD:
        break;
    case OP_SUB:
        scale = -1;
        break;
    case OP_PTRADD:
        scale = v->n_args == 2 ? v->imm : 0;
        break;
    case OP_COPY:
    case OP_ZEXT:
    case OP_SEXT:
    case OP_TRUNC:
        r->dx = x[0]->dx;
        r->dy = x[0]->dy;
        return true;
    case OP_MUL:
        if (!lanes_uniform(x[1]) || !small(x[1]->base) || !small(x[0]->dx) || !small(x[0]->dy))
            return false;
        r->dx = x[0]->dx * x[1]->base;
        r->dy = x[0]->dy * x[1]->base;
        return true;
    default:
        return false;
    }
    const struct lanes none = lanes_constant(0), *y = n == 2 ? x[1] : &none;
    if (!small(y->dx) || !small(y->dy) || !small(scale))
        return false;
    r->dx = x[0]->dx + scale * y->dx;
    r->dy = x[0]->dy + scale * y->dy;
    return true;
}

/* True if each is the same in all lanes, known or not. */
static bool all_level(const struct lanes *const *args, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        if ((args[i]->form != LANES_FLOATING && args[i]->form != LANES_AFFINE) || args[i]->dx ||
            args[i]->dy)
            return false;
    return true;
}

void lanes_eval(struct arena *a, const struct warp_shape *s, const struct value *v,
                unsigned from_bits, const struct lanes *const *args, uint64_t mask,
                struct lanes *to) {
    unsigned n = v->n_args < 3 ? v->n_args : 3;
    bool unknown = false, floats = false, all_affine = true, uniform = true;
    for (unsigned i = 0; i < n; i++) {
        unknown |= args[i]->form == LANES_UNKNOWN;
        floats |= args[i]->form == LANES_FLOATING;
        all_affine &= args[i]->form == LANES_AFFINE;
        uniform &= lanes_uniform(args[i]);
    }
    struct lanes r;
    if (v->op == OP_CALL || v->op == OP_ATOMIC || v->op == OP_UNDEF) {
        to->form = LANES_UNKNOWN;
        return;
    }
    if (v->op == OP_SELECT && !(floats && all_level(args, n))) {
        select_lanes(a, s, args, mask, to);
        return;
    }
    if (n == 2 && absorbs(v, args)) {
        set_affine(to, lanes_constant(0));
        return;
    }
    if (unknown || floats) {
        eval_each(a, s, v, from_bits, args, mask, to);
        if (to->form == LANES_UNKNOWN && !unknown && floating(v, args, n, &r))
            set_affine(to, r);
        return;
    }
    if (uniform) {
        int64_t x[3] = {0}, result = 0;
        for (unsigned i = 0; i < n; i++)
            x[i] = args[i]->base;
        bool known = scalar(v, from_bits, x, &result);
        set_affine(to, known ? lanes_constant(finish(v, result)) : (struct lanes){0});
        return;
    }
    if (all_affine && affine(s, v, from_bits, args, &r)) {
        set_affine(to, r);
        return;
    }
    eval_each(a, s, v, from_bits, args, mask, to);
}
