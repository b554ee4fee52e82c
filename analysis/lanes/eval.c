/* Operations on lanes: for the whole warp at once where that can be, else lane by lane. Unknown:
 * the results of calls and of atomics. */

#include "analysis/lanes/eval.h"

static int64_t finish(const struct value *v, int64_t r) {
    return v->type == TYPE_INT ? wrap_bits(r, v->bits) : r;
}

FOR_WIDE_VECTORS
static void finish_lanes(const struct value *v, unsigned width, int64_t *r) {
    if (v->type == TYPE_INT && v->bits == 32)
        for (unsigned lane = 0; lane < width; lane++)
            r[lane] = (int32_t)r[lane];
    else if (v->type == TYPE_INT && v->bits < 64)
        for (unsigned lane = 0; lane < width; lane++)
            r[lane] = wrap_bits(r[lane], v->bits);
}

/* x & 0 and, for one bit, x | 1 are known whatever x is. */
static bool may_decide(const struct value *v) {
    return v->op == OP_AND || (v->op == OP_OR && v->bits == 1);
}

static bool decides(const struct value *v, bool known, int64_t x) {
    return known && may_decide(v) && x == (v->op == OP_OR);
}

/* Operands of one lane. */
struct operands {
    int64_t x[3];
    unsigned near;    /* bit i: x[i] is a range */
    bool known, some; /* all are known, or at least a range */
    bool decided;     /* by `result`, whatever the others are */
    int64_t result;
};

static struct operands operands_of(const struct warp_shape *s, const struct value *v,
                                   const struct lanes *const *args, unsigned lane) {
    struct operands o = {.known = true, .some = true};
    for (unsigned i = 0; i < v->n_args && i < 3; i++) {
        bool known = lane_get(s, args[i], lane, &o.x[i]);
        bool near = !known && lane_range(args[i], lane, &o.x[i]);
        o.known &= known;
        o.some &= known || near;
        o.near |= (unsigned)near << i;
        if (decides(v, known, o.x[i])) {
            o.decided = true;
            o.result = o.x[i];
        }
    }
    return o;
}

static enum knowledge eval_operands(const struct value *v, unsigned from, const struct operands *o,
                                    int64_t *result) {
    *result = o->result;
    if (o->decided || (o->known && eval_lane(v, from, o->x, result)))
        return KNOWN_VALUE;
    bool near = o->some && (o->near || eval_gives_range(v));
    return near ? eval_interval(v, from, o->x, o->near, result) : KNOWN_NOTHING;
}

/* True if each is the same in all lanes, known or not. */
static bool all_level(const struct lanes *const *args, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        if (!lanes_level(args[i]))
            return false;
    return true;
}

/* An integer that came lane by lane and is linear after all, as a quotient that is the same in all
 * lanes: what is added to an unknown number then has a known pattern. */
static void find_linear(const struct warp_shape *s, const struct value *v, struct lanes *l) {
    unsigned rows = s->width / s->period;
    if (v->type == TYPE_FLOAT || l->known != ~0ull >> (MAX_LANES - s->width))
        return;
    struct lanes linear = lanes_constant(l->each[0]);
    if (__builtin_sub_overflow(l->each[s->period > 1], l->each[0], &linear.dx) ||
        __builtin_sub_overflow(l->each[rows > 1 ? s->period : 0], l->each[0], &linear.dy))
        return;
    for (unsigned lane = 1; lane < s->width; lane++)
        if (l->each[lane] != lane_value(s, &linear, lane))
            return;
    lanes_set(l, linear);
}

static void eval_each(struct arena *a, const struct warp_shape *s, const struct value *v,
                      unsigned from, const struct lanes *const *args, uint64_t mask,
                      struct lanes *to) {
    struct lanes r = {.form = LANES_EACH, .level = all_level(args, v->n_args < 3 ? v->n_args : 3)};
    lanes_make_room(a, s, to);
    if (eval_lanes(s, v, from, args, mask, to->each)) {
        finish_lanes(v, s->width, to->each);
        r.known = mask;
        lanes_set(to, r);
        find_linear(s, v, to);
        return;
    }
    int64_t fresh[MAX_LANES] = {0};
    r.each = fresh;
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        struct operands o = operands_of(s, v, args, lane);
        int64_t result;
        enum knowledge n = eval_operands(v, from, &o, &result);
        fresh[lane] = n == KNOWN_VALUE ? finish(v, result) : result;
        r.known |= (uint64_t)(n == KNOWN_VALUE) << lane;
        r.near |= (uint64_t)(n == KNOWN_RANGE) << lane;
    }
    if (r.known | r.near) {
        lanes_copy(a, s, to, &r);
        find_linear(s, v, to);
    } else {
        to->form = LANES_UNKNOWN;
    }
}

/* x & 0 and x * 0 are known whatever x is. */
static bool absorbs(const struct value *v, const struct lanes *const *args) {
    if (v->op != OP_AND && v->op != OP_MUL)
        return false;
    return (lanes_uniform(args[0]) && args[0]->base == 0) ||
           (lanes_uniform(args[1]) && args[1]->base == 0);
}

/* One lane's number, or the range of it. */
static enum knowledge lane_number(const struct warp_shape *s, const struct lanes *l, unsigned lane,
                                  int64_t *n) {
    return lane_get(s, l, lane, n)  ? KNOWN_VALUE
           : lane_range(l, lane, n) ? KNOWN_RANGE
                                    : KNOWN_NOTHING;
}

/* Of a float that is one or the other, the range is over both. */
static enum knowledge select_lane(const struct warp_shape *s, const struct value *v,
                                  const struct lanes *const *args, unsigned lane, int64_t *n) {
    int64_t condition, x, y;
    enum knowledge of_x = lane_number(s, args[1], lane, &x),
                   of_y = lane_number(s, args[2], lane, &y);
    bool decided = lane_get(s, args[0], lane, &condition);
    *n = decided && !condition ? y : x;
    if (decided)
        return condition ? of_x : of_y;
    if (of_x == KNOWN_VALUE && of_y == KNOWN_VALUE && x == y)
        return KNOWN_VALUE;
    if (v->type != TYPE_FLOAT || v->bits < 32 || of_x == KNOWN_NOTHING || of_y == KNOWN_NOTHING)
        return KNOWN_NOTHING;
    *n = range_hull(of_x == KNOWN_VALUE ? range_of_float(x, v->bits) : x,
                    of_y == KNOWN_VALUE ? range_of_float(y, v->bits) : y);
    return KNOWN_RANGE;
}

static void select_lanes(struct arena *a, const struct warp_shape *s, const struct value *v,
                         const struct lanes *const *args, uint64_t mask, struct lanes *to) {
    if (lanes_uniform(args[0])) {
        lanes_copy(a, s, to, args[0]->base ? args[1] : args[2]);
        return;
    }
    int64_t fresh[MAX_LANES];
    struct lanes r = {.form = LANES_EACH, .each = fresh};
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        enum knowledge n = select_lane(s, v, args, lane, &fresh[lane]);
        r.known |= (uint64_t)(n == KNOWN_VALUE) << lane;
        r.near |= (uint64_t)(n == KNOWN_RANGE) << lane;
    }
    lanes_copy(a, s, to, &r);
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
    if (v->op == OP_CALL || v->op == OP_OPAQUE || v->op == OP_ATOMIC || v->op == OP_UNDEF) {
        to->form = LANES_UNKNOWN;
        return;
    }
    if (v->op == OP_SELECT && !(floats && all_level(args, n))) {
        select_lanes(a, s, v, args, mask, to);
        return;
    }
    if (n == 2 && absorbs(v, args)) {
        lanes_set(to, lanes_constant(0));
        return;
    }
    if (unknown || floats) {
        to->form = LANES_UNKNOWN;
        if (may_decide(v))
            eval_each(a, s, v, from_bits, args, mask, to);
        if (to->form == LANES_UNKNOWN && !unknown && eval_floating(v, args, n, &r))
            lanes_set(to, r);
        return;
    }
    if (uniform) {
        int64_t x[3] = {0}, result = 0;
        for (unsigned i = 0; i < n; i++)
            x[i] = args[i]->base;
        bool known = eval_lane(v, from_bits, x, &result);
        if (!known && eval_gives_range(v))
            eval_each(a, s, v, from_bits, args, mask, to);
        else
            lanes_set(to, known ? lanes_constant(finish(v, result)) : (struct lanes){0});
        return;
    }
    if (all_affine && eval_affine(s, v, from_bits, args, &r)) {
        lanes_set(to, r);
        return;
    }
    eval_each(a, s, v, from_bits, args, mask, to);
    if (to->form == LANES_UNKNOWN && n && all_level(args, n))
        lanes_set(to, lanes_floating());
}
