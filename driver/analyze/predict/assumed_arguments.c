#include "driver/analyze/predict/assumed_arguments.h"

#include "perfmodel/result/site_metrics.h"

static void mark_loops(struct arena *a, struct trace *t, const struct trace *given) {
    uint32_t n = t->kernel->n_loops;
    struct loop_counts *loops = arena_memdup(a, t->loops, n * sizeof *loops);
    for (uint32_t i = 0; i < n; i++) {
        loops[i].known &= given->loops[i].known;
        loops[i].entries_known &= given->loops[i].entries_known;
    }
    t->loops = loops;
}

static void mark_branches(struct arena *a, struct trace *t, const struct trace *given) {
    uint32_t n = t->kernel->n_branches;
    struct branch_counts *branches = arena_memdup(a, t->branches, n * sizeof *branches);
    for (uint32_t i = 0; i < n; i++) {
        branches[i].known &= given->branches[i].known;
        branches[i].assumed = !given->branches[i].followed && !branches[i].known;
    }
    t->branches = branches;
}

static void mark_barriers(struct arena *a, struct trace *t, const struct trace *given) {
    uint32_t n = t->n_barriers;
    struct barrier_counts *barriers = arena_memdup(a, t->barriers, n * sizeof *barriers);
    for (uint32_t i = 0; i < n; i++)
        barriers[i].known &= given->barriers[i].known;
    t->barriers = barriers;
}

static void mark_accesses(struct arena *a, struct kernel_result *r, const struct trace *given) {
    uint32_t n = given->kernel->n_accesses;
    struct arena scratch = {0};
    const struct access_metrics *sure = access_metrics(&scratch, r->gpu, given, true);
    struct access_metrics *all = arena_memdup(a, r->access, n * sizeof *all);
    for (uint32_t i = 0; i < n; i++) {
        all[i].assumed = all[i].followed && !sure[i].followed;
        all[i].known &= sure[i].known;
    }
    r->access = all;
    arena_free(&scratch);
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
