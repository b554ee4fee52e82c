/* Operations on lanes: for the whole warp at once where that can be, else lane by lane. Unknown:
 * the results of calls and of atomics. */
#include <string.h>

#include "analysis/eval.h"

static int64_t finish(const struct value *v, int64_t r) {
    return v->type == TYPE_INT ? wrap_bits(r, v->bits) : r;
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
        known = decided || (known && eval_lane(v, from, x, &result));
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
        lanes_set(to, lanes_constant(0));
        return;
    }
    if (unknown || floats) {
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
        lanes_set(to, known ? lanes_constant(finish(v, result)) : (struct lanes){0});
        return;
    }
    if (all_affine && eval_affine(s, v, from_bits, args, &r)) {
        lanes_set(to, r);
        return;
    }
    eval_each(a, s, v, from_bits, args, mask, to);
}
