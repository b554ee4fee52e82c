#include "driver/analyze/predict/assumed_arguments.h"

/* What is followed with the assumed arguments, and not without them, rests on them. */
static struct certain with_assumed(struct certain all, struct certain given) {
    bool rests = certain_is_followed(all) && !certain_is_followed(given);
    return rests ? (struct certain){CERTAINTY_ASSUMED, REASON_ARGUMENT} : certain_least(all, given);
}

static void mark_loops(struct arena *a, struct trace *t, const struct trace *given) {
    uint32_t n = t->kernel->n_loops;
    struct loop_counts *loops = arena_memdup(a, t->loops, n * sizeof *loops);
    for (uint32_t i = 0; i < n; i++) {
        const struct loop_counts *sure = &given->loops[i];
        loops[i].certain = with_assumed(loops[i].certain, sure->certain);
        loops[i].entries_certain = with_assumed(loops[i].entries_certain, sure->entries_certain);
    }
    t->loops = loops;
}

static void mark_branches(struct arena *a, struct trace *t, const struct trace *given) {
    uint32_t n = t->kernel->n_branches;
    struct branch_counts *branches = arena_memdup(a, t->branches, n * sizeof *branches);
    for (uint32_t i = 0; i < n; i++)
        branches[i].certain = with_assumed(branches[i].certain, given->branches[i].certain);
    t->branches = branches;
}

static void mark_barriers(struct arena *a, struct trace *t, const struct trace *given) {
    uint32_t n = t->n_barriers;
    struct barrier_counts *barriers = arena_memdup(a, t->barriers, n * sizeof *barriers);
    for (uint32_t i = 0; i < n; i++)
        barriers[i].certain = with_assumed(barriers[i].certain, given->barriers[i].certain);
    t->barriers = barriers;
}

static void mark_accesses(struct arena *a, struct kernel_result *r, const struct trace *given) {
    uint32_t n = given->kernel->n_accesses;
    struct access_metrics *all = arena_memdup(a, r->access, n * sizeof *all);
    for (uint32_t i = 0; i < n; i++)
        all[i].certain = with_assumed(all[i].certain, given->accesses[i]);
    r->access = all;
}

void mark_assumption_dependent(struct arena *a, struct kernel_result *result,
                               const struct trace *given) {
    struct trace *t = arena_memdup(a, result->trace, sizeof *t);
    mark_loops(a, t, given);
    mark_branches(a, t, given);
    mark_barriers(a, t, given);
    mark_accesses(a, result, given);
    result->trace = t;
}
