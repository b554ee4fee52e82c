#include "analysis/lanes/group_shift.h"

#include <string.h>

void lanes_set_constant(struct lanes *to, int64_t n) {
    lanes_set(to, lanes_constant(n));
}

void lanes_set_unknown(struct lanes *to) {
    to->form = LANES_UNKNOWN;
    to->shift = SHIFT_NONE;
}

static bool has_no_value(const struct lanes *l) {
    return l->form == LANES_UNKNOWN || l->form == LANES_FLOATING;
}

static bool is_linear(const struct lanes *l) {
    return l->form == LANES_AFFINE || l->form == LANES_FLOATING;
}

bool lanes_blend(struct lanes *to, const struct lanes *from) {
    if (!is_linear(to) || !is_linear(from) || to->dx != from->dx || to->dy != from->dy)
        return false;
    if (to->form != from->form || to->base != from->base)
        to->form = LANES_FLOATING;
    return true;
}

static uint64_t all_lanes(const struct warp_shape *s) {
    return s->width == 64 ? ~0ull : (1ull << s->width) - 1;
}

bool lane_range(const struct lanes *l, unsigned lane, int64_t *range) {
    if (l->form != LANES_EACH || !(l->near >> lane & 1))
        return false;
    *range = l->each[lane];
    return true;
}

uint64_t lanes_known(const struct warp_shape *s, const struct lanes *l) {
    return has_no_value(l) ? 0 : l->form == LANES_EACH ? l->known : all_lanes(s);
}

uint64_t lanes_true(const struct warp_shape *s, const struct lanes *l) {
    uint64_t set = 0;
    if (has_no_value(l))
        return 0;
    if (lanes_uniform(l))
        return l->base ? all_lanes(s) : 0;
    for (unsigned lane = 0; lane < s->width; lane++)
        set |= (uint64_t)(lane_value(s, l, lane) != 0) << lane;
    return set & lanes_known(s, l);
}

void lanes_make_room(struct arena *a, const struct warp_shape *s, struct lanes *l) {
    if (!l->each)
        l->each = NEW_ARRAY(a, int64_t, s->width);
}

void lanes_copy(struct arena *a, const struct warp_shape *s, struct lanes *to,
                const struct lanes *from) {
    to->form = from->form;
    to->shift = from->shift;
    to->base = from->base;
    to->dx = from->dx;
    to->dy = from->dy;
    to->known = from->known;
    to->near = from->near;
    to->level = from->level;
    if (from->form != LANES_EACH)
        return;
    lanes_make_room(a, s, to);
    memmove(to->each, from->each, s->width * sizeof *to->each);
}

void lanes_expand(struct arena *a, const struct warp_shape *s, struct lanes *l) {
    if (l->form == LANES_EACH)
        return;
    lanes_make_room(a, s, l);
    l->known = l->near = 0;
    l->level = false;
    if (l->form == LANES_AFFINE) {
        for (unsigned i = 0; i < s->width; i++)
            l->each[i] = l->base + l->dx * (i % s->period) + l->dy * (i / s->period);
        l->known = all_lanes(s);
    }
    l->form = LANES_EACH;
}

static bool same_affine(const struct lanes *x, const struct lanes *y) {
    return x->form == LANES_AFFINE && y->form == LANES_AFFINE && x->base == y->base &&
           x->dx == y->dx && x->dy == y->dy;
}

/* What is unknown everywhere has no shift. */
static uint16_t merged_shift(const struct lanes *x, const struct lanes *y) {
    if (x->shift == y->shift || (y->form == LANES_UNKNOWN && y->shift == SHIFT_NONE))
        return x->shift;
    return x->form == LANES_UNKNOWN && x->shift == SHIFT_NONE ? y->shift : SHIFT_OPAQUE;
}

void lanes_merge(struct arena *a, const struct warp_shape *s, struct lanes *to,
                 const struct lanes *from, uint64_t mask, uint64_t arrived) {
    if (!arrived || to == from) {
        lanes_copy(a, s, to, from);
        return;
    }
    to->shift = merged_shift(to, from);
    if (same_affine(to, from))
        return;
    lanes_expand(a, s, to);
    to->known = (to->known & arrived) | (mask & ~arrived);
    to->near = (to->near & arrived) | (mask & ~arrived);
    to->level = false;
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctzll(m);
        int64_t n;
        bool known = lane_get(s, from, i, &n), near = !known && lane_range(from, i, &n);
        bool differs = (arrived >> i & 1) && to->each[i] != n;
        if (!known || differs)
            to->known &= ~(1ull << i);
        if (!near || differs)
            to->near &= ~(1ull << i);
        to->each[i] = n;
    }
}

int64_t wrap_bits(int64_t n, unsigned bits) {
    if (bits == 1)
        return n & 1;
    return bits >= 64 ? n : (int64_t)((uint64_t)n << (64 - bits)) >> (64 - bits);
}
