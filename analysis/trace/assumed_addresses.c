/* Addresses for streams whose start is not known. They are made up as in a sparse matrix's arrays:
 * each work-item has a stretch of unknown_trips() iterations to itself, behind that of the
 * work-item before it; where a loop around it comes again, the stretches of all work-items lie
 * behind the last ones. Not modelled: stretches of different lengths, or in another order. */
#include "analysis/trace/tracer.h"

/* A buffer's part that is used; addresses of another buffer are further away. */
enum { PART_SHIFT = 32 };

/* Bytes that one work-item walks through. */
static int64_t stretch(const struct tracer *t, const struct stream *s) {
    const struct loop *l = &t->k->loops[s->loop];
    return s->step * (l->unrolled ? assumed_trips(t, l) : unknown_trips(t));
}

/* How often the warp has come to the loop before, as far as the loops around it tell. */
static uint64_t times_before(const struct warp *w, uint32_t loop) {
    uint64_t n = 0;
    for (uint32_t l = w->t->k->loops[loop].parent; l != NONE; l = w->t->k->loops[l].parent)
        n = n * unknown_trips(w->t) + w->iterations[l];
    return n;
}

bool warp_stream(struct warp *w, const struct access *a, struct lanes *pointer, uint16_t *shift) {
    struct tracer *t = w->t;
    const struct stream *s = &a->stream;
    if (!s->step || a->root == NONE || a->space == SPACE_PRIVATE || a->space == SPACE_LOCAL)
        return false;
    uint64_t per_group = t->launch->local[0] * t->launch->local[1] * t->launch->local[2];
    uint64_t all = per_group * t->n_groups[0] * t->n_groups[1] * t->n_groups[2];
    uint64_t item = w->linear_group * per_group + (uint64_t)w->number * t->shape.width +
                    times_before(w, s->loop) * all;
    int64_t each = stretch(t, s), by[3] = {each * (int64_t)per_group};
    by[1] = by[0] * (int64_t)t->n_groups[0];
    by[2] = by[1] * (int64_t)t->n_groups[1];
    uint64_t place = (item * (uint64_t)each + w->iterations[s->loop] * (uint64_t)s->step) &
                     ((1ull << PART_SHIFT) - 1);
    *pointer = (struct lanes){.form = LANES_AFFINE,
                              .base = t->shared[a->root].base + (int64_t)place + s->offset,
                              .dx = each,
                              .dy = each * (int64_t)t->shape.period};
    *shift = shift_find(&t->shifts, by, 0);
    return true;
}
