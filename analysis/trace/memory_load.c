/* What loads give, where the bytes in memory are known. */
#include <string.h>

#include "analysis/trace/memory.h"

/* A number, or the range of one. */
static enum byte_state load_lane(struct warp *w, const struct value *v, uint64_t address,
                                 unsigned lane, int64_t *n) {
    int64_t high;
    struct datum d = data_read(w, address, lane, (v->bits + 7u) / 8u);
    memcpy(n, d.low, sizeof *n);
    memcpy(&high, d.high, sizeof high);
    if (d.state == BYTE_RANGE && v->type == TYPE_FLOAT)
        *n = range_between(*n, high, v->bits);
    else if (d.state == BYTE_RANGE)
        d.state = BYTE_UNKNOWN;
    else if (v->type != TYPE_FLOAT)
        *n = wrap_bits(*n, v->bits);
    return d.state;
}

/* Whether all lanes load the same bytes. */
static bool is_common(const struct access *a, const struct lanes *pointer) {
    bool level = (pointer->form == LANES_AFFINE || pointer->form == LANES_FLOATING) &&
                 pointer->dx == 0 && pointer->dy == 0;
    return level && a->space != SPACE_PRIVATE && a->space != SPACE_GENERIC;
}

/* Loads once for all lanes. */
static void load_common(struct warp *w, const struct value *v, const struct lanes *pointer,
                        uint64_t offset, struct lanes *to) {
    enum byte_state state = BYTE_UNKNOWN;
    int64_t n = 0;
    if (pointer->form == LANES_AFFINE)
        state = load_lane(w, v, (uint64_t)pointer->base + offset, 0, &n);
    lanes_set(to, state == BYTE_KNOWN ? lanes_constant(n) : lanes_floating());
    if (state != BYTE_RANGE)
        return;
    lanes_expand(w->t->arena, &w->t->shape, to);
    for (unsigned lane = 0; lane < w->t->shape.width; lane++)
        to->each[lane] = n;
    to->near = w->mask;
    to->level = true;
}

/* Whether nobody can know what the buffers hold that the load may read. */
static bool is_never_known(const struct tracer *t, const struct access *a) {
    bool found = false;
    for (uint32_t i = 0; i < t->k->n_params; i++) {
        const struct param *p = &t->k->params[i];
        if (p->type != TYPE_POINTER || p->space == SPACE_LOCAL || !data_may_touch(a, p))
            continue;
        found = true;
        if (t->buffers[i].size || t->buffers[i].written)
            return false;
    }
    return found && a->unique_base != NONE;
}

/* How what is loaded differs between groups: not at all from one place of memory that does not
 * differ. */
static uint16_t loaded_shift(struct tracer *t, const struct access *a,
                             const struct lanes *pointer) {
    unsigned moving = shift_moving(&t->shifts, pointer->shift) | t->moves;
    return !moving || is_never_known(t, a) ? SHIFT_NONE : shift_lost(&t->shifts, moving);
}

static void load_component(struct warp *w, const struct access *a, uint32_t comp,
                           const struct lanes *pointer, struct lanes *to) {
    struct tracer *t = w->t;
    const struct value *v = &t->k->values[a->value];
    unsigned bytes = (v->bits + 7u) / 8u;
    to->form = LANES_UNKNOWN;
    if (v->type == TYPE_OTHER || bytes > 8)
        return;
    if (is_common(a, pointer)) {
        load_common(w, v, pointer, (uint64_t)comp * bytes, to);
        return;
    }
    lanes_expand(t->arena, &t->shape, to);
    for (uint64_t m = w->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m);
        int64_t at;
        if (!lane_get(&t->shape, pointer, lane, &at))
            continue;
        enum byte_state state = load_lane(w, v, (uint64_t)at + comp * bytes, lane, &to->each[lane]);
        to->known |= (uint64_t)(state == BYTE_KNOWN) << lane;
        to->near |= (uint64_t)(state == BYTE_RANGE) << lane;
    }
    if (!(to->known | to->near))
        to->form = LANES_UNKNOWN;
}

/* Whether the load is there to see what other work-groups have stored since: waiting for a flag
 * ends although the launch says what it is at first. */
static bool is_of_others(const struct tracer *t, const struct access *a) {
    bool written = false;
    for (uint32_t i = 0; i < t->k->n_params && a->is_volatile; i++)
        written |= t->buffers[i].written && data_may_touch(a, &t->k->params[i]);
    return written;
}

void data_follow_result(struct warp *w, const struct access *a, const struct lanes *pointer) {
    const struct value *v = &w->t->k->values[a->value];
    uint64_t keep = warp_keep(w, a->value);
    for (uint32_t c = 0; c < v->comps; c++) {
        struct lanes *to = warp_begin_write(w, a->value, c, keep);
        to->form = LANES_UNKNOWN;
        if (a->kind == ACCESS_LOAD && !a->reads_atomic_result && !is_of_others(w->t, a))
            load_component(w, a, c, pointer, to);
        to->shift =
            a->kind == ACCESS_LOAD && w->t->follows ? loaded_shift(w->t, a, pointer) : SHIFT_NONE;
        warp_end_write(w, a->value, c, keep);
    }
}
