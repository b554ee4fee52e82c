/* Operations on the whole warp in one go, where operands and result are linear functions of the
 * lane. */
#include "analysis/lanes/eval.h"

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
bool eval_affine(const struct warp_shape *s, const struct value *v, unsigned from,
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

/* The linear part of a result whose base nobody knows; that it may wrap is left out, since
 * nothing exact can be said of it anyway. */
bool eval_floating(const struct value *v, const struct lanes *const *x, unsigned n,
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
