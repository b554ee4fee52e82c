/* Tallies of traces that have operations. */
#include "analysis/trace/estimated_counts.h"
#include "analysis/trace/patterns.h"

const struct trace *an_tallied(struct arena *a, const struct trace *t) {
    struct pattern_table table = {.arena = a};
    struct trace *tallied = arena_memdup(a, t, sizeof *t);
    for (size_t i = 0; i < t->n_warps; i++) {
        struct arena scratch = {0};
        const struct warp_trace *w = &t->warps[i];
        const double *often = an_op_weights(&scratch, w);
        for (size_t o = 0; o < w->n_ops; o++) {
            const struct trace_op *op = &w->ops[o];
            if (op->item != NONE && t->kernel->items[op->item].kind == ITEM_ACCESS)
                pattern_count(&table, (struct request_tally){
                                          .access = t->kernel->items[op->item].access,
                                          .pattern = op->pattern,
                                          .phase = (uint32_t)(an_op_address(w, op) % PHASES),
                                          .count = (uint64_t)often[o],
                                          .followed = (uint64_t)often[o]});
        }
        arena_free(&scratch);
    }
    tallied->tallies = table.tallies.at;
    tallied->n_tallies = table.tallies.n;
    return tallied;
}

/* n of `groups` groups, traced of so many. */
static uint64_t raised(const struct trace *t, uint64_t n, uint64_t groups) {
    return (uint64_t)((double)n * (double)groups / (double)t->n_groups + 0.5);
}

static struct loop_counts *raise_loops(struct arena *a, const struct trace *t,
                                       const struct trace *from) {
    struct loop_counts *loops = arena_memdup(a, t->loops, t->kernel->n_loops * sizeof *loops);
    for (uint32_t i = 0; i < t->kernel->n_loops; i++) {
        loops[i].entries = raised(from, loops[i].entries, t->n_groups);
        loops[i].trips = raised(from, loops[i].trips, t->n_groups);
    }
    return loops;
}

static struct branch_counts *raise_branches(struct arena *a, const struct trace *t,
                                            const struct trace *from) {
    uint32_t n = t->kernel->n_branches;
    struct branch_counts *branches = arena_memdup(a, t->branches, n * sizeof *branches);
    for (uint32_t i = 0; i < n; i++) {
        struct branch_counts *b = &branches[i];
        b->executions = raised(from, b->executions, t->n_groups);
        b->divergent = raised(from, b->divergent, t->n_groups);
        b->followed = raised(from, b->followed, t->n_groups);
        b->followed_divergent = raised(from, b->followed_divergent, t->n_groups);
    }
    return branches;
}

static void raise_tallies(struct arena *a, struct trace *t, const struct trace *from) {
    struct request_tally *tallies = arena_memdup(a, t->tallies, t->n_tallies * sizeof *tallies);
    for (size_t i = 0; i < t->n_tallies; i++) {
        tallies[i].count = raised(from, tallies[i].count, t->n_groups);
        tallies[i].followed = raised(from, tallies[i].followed, t->n_groups);
    }
    t->tallies = tallies;
}

const struct trace *an_trace_raised(struct arena *a, const struct trace *from, uint64_t groups,
                                    enum certainty_reason reason) {
    struct trace *t = arena_memdup(a, from, sizeof *t);
    t->n_groups = groups;
    t->counted_warps = raised(from, from->counted_warps, groups);
    raise_tallies(a, t, from);
    struct trace_counts c = {
        .kernel = t->kernel,
        .loops = raise_loops(a, t, from),
        .branches = raise_branches(a, t, from),
        .barriers = arena_memdup(a, t->barriers, t->n_barriers * sizeof *t->barriers),
        .n_barriers = t->n_barriers,
        .accesses = arena_memdup(a, t->accesses, t->kernel->n_accesses * sizeof *t->accesses)};
    if (from->n_groups != groups || reason == REASON_LAUNCH)
        counts_are_of_groups(&c, t->launch, reason);
    t->loops = c.loops;
    t->branches = c.branches;
    t->barriers = c.barriers;
    t->accesses = c.accesses;
    return t;
}
