/* What a trace counts of loops and branches: trips by work-item, executions by warp, and
 * whether they are known. */
#include "analysis/ir/query.h"
#include "analysis/trace/loop_sampling.h"
#include "analysis/trace/tracer.h"

/* Lanes leave a loop: their completed iterations go into its counts. */
static void count_exit(struct warp *w, uint32_t from, uint32_t loop, uint64_t mask) {
    struct loop_counts *c = &w->t->loops[loop];
    uint32_t *trips = w->trips + (size_t)loop * w->t->shape.width;
    uint32_t last = is_latch(w->t->k, from, loop) ? 1 : 0;
    for (uint64_t m = mask; m; m &= m - 1) {
        uint64_t n = trips[__builtin_ctzll(m)] + last;
        c->trips_min = c->entries == 0 || n < c->trips_min ? n : c->trips_min;
        c->trips_max = n > c->trips_max ? n : c->trips_max;
        c->trips += n * w->weight;
        c->entries += w->weight;
    }
    w->t->loop_uncertain[loop] |= w->certain != CERTAIN;
}

static void count_iteration(struct warp *w, uint32_t loop, uint64_t mask) {
    uint32_t *trips = w->trips + (size_t)loop * w->t->shape.width;
    w->iterations[loop]++;
    for (unsigned i = 0; i < w->t->shape.width; i++)
        trips[i] += mask >> i & 1;
}

static void count_entry(struct warp *w, uint32_t loop, uint64_t mask) {
    uint32_t *trips = w->trips + (size_t)loop * w->t->shape.width;
    w->iterations[loop] = 0;
    w->bounded_by[loop] = NONE;
    if (w->skips)
        skip_enter(w, loop);
    for (uint64_t m = mask; m; m &= m - 1)
        trips[__builtin_ctzll(m)] = 0;
}

void warp_count_edge(struct warp *w, uint32_t from, uint32_t to, uint64_t mask) {
    const struct kernel *k = w->t->k;
    for (uint32_t l = k->blocks[from].loop; l != NONE; l = k->loops[l].parent)
        if (!in_loop(k, to, l))
            count_exit(w, from, l, mask);
    if (to >= k->n_blocks)
        return;
    uint32_t inner = k->blocks[to].loop;
    if (inner == NONE || k->loops[inner].header != to)
        return;
    if (in_loop(k, from, inner))
        count_iteration(w, inner, mask);
    else
        count_entry(w, inner, mask);
}

void warp_count_branch(struct warp *w, const struct value *v, uint32_t n_sides, bool known) {
    struct branch_counts *c = &w->t->branches[v->site];
    c->executions += w->weight;
    c->divergent += n_sides > 1 ? w->weight : 0;
    c->known &= known && w->certain == CERTAIN;
    if (known && w->certain != CERTAIN_NOTHING) {
        c->followed += w->weight;
        c->followed_divergent += n_sides > 1 ? w->weight : 0;
    }
}

/* Lanes that may not have entered a loop do not matter if all that did ran it alike. */
void tracer_finish_loop_counts(struct tracer *t) {
    for (uint32_t i = 0; i < t->k->n_loops; i++) {
        t->loops[i].known &=
            !t->loop_uncertain[i] || t->loops[i].trips_min == t->loops[i].trips_max;
        t->loops[i].entries_known = t->loops[i].known && !t->loop_uncertain[i];
    }
}

/* Counts of a part say nothing exact of the whole. */
void tracer_forget_counts(struct tracer *t) {
    for (uint32_t i = 0; i < t->k->n_loops; i++)
        t->loops[i].known = false;
    for (uint32_t i = 0; i < t->k->n_branches; i++)
        t->branches[i].known = false;
    for (uint32_t i = 0; i < t->k->n_accesses; i++)
        t->access_known[i] = false;
}

void tracer_init_counts(struct tracer *t) {
    const struct kernel *k = t->k;
    t->loops = NEW_ARRAY(t->arena, struct loop_counts, k->n_loops);
    t->loop_uncertain = NEW_ARRAY(t->arena, bool, k->n_loops);
    t->loop_assumed = NEW_ARRAY(t->arena, bool, k->n_loops);
    t->divisions = NEW_ARRAY(t->arena, struct divisions, k->n_branches);
    t->branches = NEW_ARRAY(t->arena, struct branch_counts, k->n_branches);
    t->barriers = NEW_ARRAY(t->arena, struct barrier_counts, t->n_barriers);
    for (uint32_t i = 0; i < t->n_barriers; i++)
        t->barriers[i] =
            (struct barrier_counts){.item = t->barrier_items[i], .other = NONE, .known = true};
    t->access_known = NEW_ARRAY(t->arena, bool, k->n_accesses);
    for (uint32_t i = 0; i < k->n_loops; i++)
        t->loops[i].known = true;
    for (uint32_t i = 0; i < k->n_branches; i++)
        t->branches[i].known = true;
    for (uint32_t i = 0; i < k->n_accesses; i++)
        t->access_known[i] = true;
}
