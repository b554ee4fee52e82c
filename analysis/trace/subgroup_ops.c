/* What the work-items of a sub-group do together; a sub-group is a warp. Lanes that are not active
 * take no part: with some of them elsewhere OpenCL leaves the result undefined. Not computed:
 * reductions of floats, whose order is not specified, and what a whole work-group does together;
 * but results are the same in all lanes. */
#include "analysis/ir/builtins.h"
#include "analysis/trace/tracer.h"

/* The operand by lane, and where a lane reads from it. */
struct exchange {
    struct warp *w;
    const struct value *v;
    const struct lanes *x, *by;
};

static enum subgroup_function function_of(const struct value *v) {
    return (enum subgroup_function)(v->imm & SUBGROUP_FUNCTION);
}

/* The lane that this one reads; false if that is not known. */
static bool source_lane(const struct exchange *e, unsigned lane, int64_t *from) {
    int64_t by;
    if (!lane_get(&e->w->t->shape, e->by, lane, &by))
        return false;
    switch (function_of(e->v)) {
    case SUBGROUP_SHUFFLE_XOR:
        *from = (int64_t)lane ^ by;
        break;
    case SUBGROUP_SHUFFLE_UP:
        *from = (int64_t)lane - by;
        break;
    case SUBGROUP_SHUFFLE_DOWN:
        *from = (int64_t)lane + by;
        break;
    default:
        *from = by;
        break;
    }
    return *from >= 0 && *from < e->w->t->shape.width && (e->w->mask >> *from & 1);
}

static void move_between_lanes(const struct exchange *e, struct lanes *to) {
    const struct warp_shape *s = &e->w->t->shape;
    int64_t fresh[MAX_LANES] = {0};
    uint64_t known = 0;
    for (uint64_t m = e->w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t from;
        if (source_lane(e, lane, &from) && lane_get(s, e->x, (unsigned)from, &fresh[lane]))
            known |= 1ull << lane;
    }
    to->form = LANES_UNKNOWN;
    lanes_expand(e->w->t->arena, s, to);
    for (unsigned i = 0; i < s->width; i++)
        to->each[i] = fresh[i];
    to->known = known;
}

static int64_t combine(const struct value *v, int64_t x, int64_t y) {
    bool is_unsigned = v->imm & SUBGROUP_UNSIGNED;
    bool less = is_unsigned ? (uint64_t)x < (uint64_t)y : x < y;
    switch (function_of(v)) {
    case SUBGROUP_ANY:
        return x || y;
    case SUBGROUP_ALL:
        return x && y;
    case SUBGROUP_BALLOT:
        return x | y;
    case SUBGROUP_ADD:
        return wrap_bits((int64_t)((uint64_t)x + (uint64_t)y), v->bits);
    case SUBGROUP_MIN:
        return less ? x : y;
    default:
        return less ? y : x;
    }
}

/* What combining starts from. */
static int64_t neutral(const struct value *v) {
    bool is_unsigned = v->imm & SUBGROUP_UNSIGNED;
    int64_t low = is_unsigned ? 0 : wrap_bits((int64_t)(1ull << (v->bits - 1)), v->bits);
    switch (function_of(v)) {
    case SUBGROUP_ALL:
        return 1;
    case SUBGROUP_MIN:
        return wrap_bits(~low, v->bits);
    case SUBGROUP_MAX:
        return low;
    default:
        return 0;
    }
}

static bool is_scan(const struct value *v) {
    return v->imm & (SUBGROUP_INCLUSIVE | SUBGROUP_EXCLUSIVE);
}

/* Results of all lanes, or of the lanes so far. */
static void combine_lanes(const struct exchange *e, struct lanes *to) {
    const struct warp_shape *s = &e->w->t->shape;
    int64_t fresh[MAX_LANES] = {0}, sum = neutral(e->v), x;
    for (uint64_t m = e->w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        lane_get(s, e->x, lane, &x);
        if (function_of(e->v) == SUBGROUP_BALLOT)
            x = wrap_bits((int64_t)((uint64_t)(x != 0) << lane), e->v->bits);
        int64_t next = combine(e->v, sum, x);
        fresh[lane] = e->v->imm & SUBGROUP_EXCLUSIVE ? sum : next;
        sum = next;
    }
    lanes_set_constant(to, sum);
    if (!is_scan(e->v))
        return;
    lanes_expand(e->w->t->arena, s, to);
    for (unsigned i = 0; i < s->width; i++)
        to->each[i] = fresh[i];
}

void warp_exchange(struct warp *w, const struct value *v, uint32_t comp, struct lanes *to) {
    static const struct lanes none = {.form = LANES_UNKNOWN};
    struct exchange e = {w, v, warp_operand(w, v->args[0], comp), &none};
    bool known = !(w->mask & ~lanes_known(&w->t->shape, e.x));
    bool moves = function_of(v) <= SUBGROUP_SHUFFLE_DOWN;
    if (v->n_args > 1)
        e.by = warp_operand(w, v->args[1], 0);
    bool across = v->imm & SUBGROUP_ACROSS;
    if (moves && !across)
        move_between_lanes(&e, to);
    else if (known && !across && v->type == TYPE_INT && v->bits <= 64)
        combine_lanes(&e, to);
    else
        lanes_set(to, is_scan(v) ? (struct lanes){.form = LANES_UNKNOWN} : lanes_floating());
}
