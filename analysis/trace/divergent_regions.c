/* Sides of divergent branches, which trace_op.region refers to, and how the lanes of the whole
 * work-group divided there: what packing them would leave. */
#include "analysis/trace/tracer.h"

/* A new region for a side. Lanes that fall out of a loop one iteration after another would nest
 * without end, so sides of one branch inside each other are next to each other. */
uint32_t warp_new_region(struct warp *w, uint32_t branch, uint32_t side) {
    struct tracer *t = w->t;
    const struct trace_region *outer = &t->regions.at[w->region];
    bool again = outer->parent != NONE && outer->branch == branch;
    struct trace_region r = {.parent = again ? outer->parent : w->region,
                             .branch = branch,
                             .execution = w->executed[branch] - 1,
                             .side = side < SIDES ? side : SIDES - 1,
                             .share = 1};
    if (t->request.counts_only)
        return 0;
    vec_push(t->arena, &t->regions, r);
    return (uint32_t)t->regions.n - 1;
}

void warp_note_division(struct warp *w, uint32_t branch, const uint64_t *to, uint32_t n_sides) {
    struct tracer *t = w->t;
    struct divisions *d = &t->divisions[branch];
    uint32_t execution = w->executed[branch]++;
    if (t->request.counts_only)
        return;
    while (d->at.n <= execution)
        vec_push(t->arena, &d->at, ((struct division){{0}, {0}}));
    struct division *here = &d->at.at[execution];
    for (uint32_t s = 0; s < n_sides; s++) {
        uint32_t side = s < SIDES ? s : SIDES - 1;
        here->lanes[side] += (uint32_t)__builtin_popcountll(to[s]);
        here->warps[side] += to[s] != 0;
    }
}

void tracer_weigh_regions(struct tracer *t, size_t first) {
    for (size_t i = first; i < t->regions.n; i++) {
        struct trace_region *r = &t->regions.at[i];
        const struct division *d = &t->divisions[r->branch].at.at[r->execution];
        if (d->warps[r->side])
            r->share = (double)div_up(d->lanes[r->side], t->shape.width) / d->warps[r->side];
    }
    for (uint32_t i = 0; i < t->k->n_branches; i++)
        t->divisions[i].at.n = 0;
}
