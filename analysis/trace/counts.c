/* What a trace counts of loops and branches: trips by work-item, executions by warp, and
 * whether they are known. */
#include "analysis/ir/query.h"
#include "analysis/trace/estimated_counts.h"
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
    w->t->inside[loop] -= (int64_t)(w->weight * (uint64_t)__builtin_popcountll(mask));
    w->t->loop_unsure[loop] |= w->presence != PRESENCE_SURE;
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
    w->t->inside[loop] += (int64_t)(w->weight * (uint64_t)__builtin_popcountll(mask));
    w->t->entered_unsure[loop] |= w->presence != PRESENCE_SURE;
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
    if (!known || w->presence != PRESENCE_SURE)
        certain_lower(&c->certain, CERTAINTY_UNKNOWN, tracer_reason(w->t, REASON_BRANCH));
    if (known && w->presence != PRESENCE_OF_ANY) {
        c->followed += w->weight;
        c->followed_divergent += n_sides > 1 ? w->weight : 0;
    }
}

static bool is_in_sample(const struct tracer *t, uint32_t loop) {
    while (loop != NONE && !t->loop_sampled[loop])
        loop = t->k->loops[loop].parent;
    return loop != NONE;
}

/* Lanes that may not have entered a loop do not matter for its trips if all that did ran it alike.
 * Who entered is known where all that came did so for sure, and left once. */
static void finish_loop(struct tracer *t, uint32_t loop) {
    struct loop_counts *c = &t->loops[loop];
    enum certainty_reason reason = tracer_reason(t, REASON_BRANCH);
    if (t->loop_unsure[loop] && c->trips_min != c->trips_max)
        certain_lower(&c->certain, CERTAINTY_UNKNOWN, reason);
    if (t->entered_unsure[loop])
        certain_lower(&c->entries_certain, CERTAINTY_UNKNOWN, reason);
    if (t->inside[loop] && is_in_sample(t, loop))
        certain_lower(&c->entries_certain, CERTAINTY_FOLLOWED, REASON_SAMPLED);
    else if (t->inside[loop])
        certain_lower(&c->entries_certain, CERTAINTY_UNKNOWN, reason);
}

/* What some executions were followed of is followed, of which these are. */
static void keep_followed(struct certain *c, bool any) {
    if (any && c->level == CERTAINTY_UNKNOWN)
        c->level = CERTAINTY_FOLLOWED;
}

static void finish_accesses(struct tracer *t) {
    bool *followed = NEW_ARRAY(t->arena, bool, t->k->n_accesses);
    for (size_t i = 0; i < t->patterns.tallies.n; i++)
        followed[t->patterns.tallies.at[i].access] |= t->patterns.tallies.at[i].followed > 0;
    for (uint32_t i = 0; i < t->k->n_accesses; i++)
        keep_followed(&t->accesses[i], followed[i]);
}

/* Of what samples of loops stand for. */
static void finish_sampled(struct tracer *t) {
    struct trace_counts c = {.kernel = t->k,
                             .loops = t->loops,
                             .branches = t->branches,
                             .barriers = t->barriers,
                             .n_barriers = t->n_barriers,
                             .accesses = t->accesses};
    bool any = false;
    for (uint32_t i = 0; i < t->k->n_loops; i++)
        any |= t->loop_sampled[i];
    if (any)
        counts_are_of_samples(&c, t->loop_sampled);
}

void tracer_finish_counts(struct tracer *t) {
    for (uint32_t i = 0; i < t->k->n_loops; i++)
        finish_loop(t, i);
    for (uint32_t i = 0; i < t->k->n_branches; i++)
        keep_followed(&t->branches[i].certain, t->branches[i].followed > 0);
    finish_accesses(t);
    finish_sampled(t);
}

/* Loops that were not through by then count nothing. */
void tracer_counts_are_cut(struct tracer *t) {
    for (uint32_t i = 0; i < t->k->n_loops; i++) {
        certain_lower(&t->loops[i].certain, CERTAINTY_UNKNOWN, REASON_CUT);
        certain_lower(&t->loops[i].entries_certain, CERTAINTY_UNKNOWN, REASON_CUT);
    }
    for (uint32_t i = 0; i < t->k->n_branches; i++)
        certain_lower(&t->branches[i].certain, CERTAINTY_UNKNOWN, REASON_CUT);
    for (uint32_t i = 0; i < t->n_barriers; i++)
        certain_lower(&t->barriers[i].certain, CERTAINTY_FOLLOWED, REASON_CUT);
    for (uint32_t i = 0; i < t->k->n_accesses; i++)
        certain_lower(&t->accesses[i], CERTAINTY_UNKNOWN, REASON_CUT);
}

void tracer_init_counts(struct tracer *t) {
    const struct kernel *k = t->k;
    t->loops = NEW_ARRAY(t->arena, struct loop_counts, k->n_loops);
    t->loop_unsure = NEW_ARRAY(t->arena, bool, k->n_loops);
    t->entered_unsure = NEW_ARRAY(t->arena, bool, k->n_loops);
    t->inside = NEW_ARRAY(t->arena, int64_t, k->n_loops);
    t->loop_assumed = NEW_ARRAY(t->arena, bool, k->n_loops);
    t->loop_sampled = NEW_ARRAY(t->arena, bool, k->n_loops);
    t->divisions = NEW_ARRAY(t->arena, struct divisions, k->n_branches);
    t->branches = NEW_ARRAY(t->arena, struct branch_counts, k->n_branches);
    t->barriers = NEW_ARRAY(t->arena, struct barrier_counts, t->n_barriers);
    for (uint32_t i = 0; i < t->n_barriers; i++)
        t->barriers[i] = (struct barrier_counts){
            .item = t->barrier_items[i], .other = NONE, .certain = certain_exact};
    t->accesses = NEW_ARRAY(t->arena, struct certain, k->n_accesses);
    for (uint32_t i = 0; i < k->n_loops; i++)
        t->loops[i].certain = t->loops[i].entries_certain = certain_exact;
    for (uint32_t i = 0; i < k->n_branches; i++)
        t->branches[i].certain = certain_exact;
    for (uint32_t i = 0; i < k->n_accesses; i++)
        t->accesses[i] = certain_exact;
}
