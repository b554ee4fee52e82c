/* Components of vectors that move, or are cut in others. */
#include "analysis/trace/tracer.h"

static void copy_component(struct warp *w, uint32_t from, int64_t comp, struct lanes *to) {
    if (comp < 0)
        lanes_set_unknown(to);
    else
        lanes_copy(w->t->arena, &w->t->shape, to, warp_operand(w, from, (uint32_t)comp));
}

/* extract, insert, shuffle: whole components move. */
void warp_rearrange(struct warp *w, const struct value *v, uint32_t comp, struct lanes *to) {
    const struct value *values = w->t->k->values;
    uint32_t at = v->op == OP_INSERT ? 2 : 1;
    const struct lanes *index = v->op == OP_SHUFFLE ? NULL : warp_operand(w, v->args[at], 0);
    if (index && (!lanes_uniform(index) || index->shift != SHIFT_NONE)) {
        lanes_set_unknown(to);
        to->shift = warp_lost_shift(w, v);
    } else if (v->op == OP_EXTRACT) {
        copy_component(w, v->args[0], index->base, to);
    } else if (v->op == OP_INSERT) {
        bool replaced = index->base == (int64_t)comp;
        copy_component(w, v->args[replaced ? 1 : 0], replaced ? 0 : (int64_t)comp, to);
    } else {
        int64_t from = v->imms[comp], first = values[v->args[0]].comps;
        bool second = from >= first;
        copy_component(w, v->args[second ? 1 : 0], second ? from - first : from, to);
    }
}

/* Component c of the same bits in components of another width; the first ones are the lowest. */
static bool regroup_lane(struct warp *w, const struct value *v, uint32_t c, unsigned lane,
                         int64_t *n) {
    const struct value *from = &w->t->k->values[v->args[0]];
    unsigned bits = from->bits, first = c * v->bits / bits;
    uint64_t all = 0;
    for (unsigned at = 0; at < v->bits; at += bits) {
        int64_t part;
        if (!lane_get(&w->t->shape, warp_operand(w, v->args[0], first + at / bits), lane, &part))
            return false;
        uint64_t low = bits < 64 ? (uint64_t)part & ((1ull << bits) - 1) : (uint64_t)part;
        all |= low >> (c * v->bits % bits) << at;
    }
    *n = v->type == TYPE_INT ? wrap_bits((int64_t)all, v->bits)
         : v->bits < 64      ? (int64_t)(all & ((1ull << v->bits) - 1))
                             : (int64_t)all;
    return true;
}

void warp_regroup(struct warp *w, const struct value *v, uint32_t c, struct lanes *to) {
    const struct value *from = &w->t->k->values[v->args[0]];
    bool even = v->bits % from->bits == 0 || from->bits % v->bits == 0;
    lanes_set_unknown(to);
    if (from->type == TYPE_OTHER || v->type == TYPE_OTHER || !even || v->bits > 64 ||
        from->bits > 64)
        return;
    lanes_expand(w->t->arena, &w->t->shape, to);
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        if (regroup_lane(w, v, c, lane, &to->each[lane]))
            to->known |= 1ull << lane;
    }
    if (!to->known)
        lanes_set_unknown(to);
}
