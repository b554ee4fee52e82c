/* Components: the time that each major component of the GPU is at work, and what overlaps (Song,
 * Su, Rountree and Cameron, A Simplified and Accurate Model of Power-Performance Efficiency on
 * Emergent GPU Architectures, IPDPS 2013), its performance part. The paper's text was not at hand;
 * this is what the survey describes. It counts with 13 performance counters what is counted in the
 * trace here. How components overlap the paper leaves to a drawing for each kernel. Here it is one
 * rule: groups follow each other through the components as through a pipeline, so that the slowest
 * one is always at work, and the others are seen once for a group of those that the SM holds. */
#include <math.h>

#include "perfmodel/result/profile.h"

enum component { GLOBAL_MEMORY, SHARED_MEMORY, COMPUTATION, L1, COMPONENTS };

/* Requests are a departure delay apart, or as far as warps that each wait for their own leave them.
 */
static double global_memory(const struct gpu *g, const struct profile *p) {
    struct request_time t = profile_request_time(g, p);
    double alone = t.latency / fmax(1, p->warps * profile_mlp(p));
    return profile_global(p).requests * fmax(t.service, alone);
}

static double shared_memory(const struct gpu *g, const struct profile *p) {
    return fmax(p->passes, p->local_requests * g->local.local_latency / p->warps);
}

static double computation(const struct profile *p) {
    double chain = p->chain / p->warps;
    return fmax(fmax(p->compute, p->busy[BOUND_ISSUE]), chain);
}

static double overlapped(const double *cycles, double groups) {
    double longest = 0, sum = 0;
    for (int c = 0; c < COMPONENTS; c++) {
        longest = fmax(longest, cycles[c]);
        sum += cycles[c];
    }
    return longest + (sum - longest) / groups;
}

static const struct estimate *run(struct arena *a, const struct study *study) {
    struct estimate *e = NEW(a, struct estimate);
    e->model = "components";
    struct profile p = profile_of(a, study, e);
    double cycles[COMPONENTS] = {[GLOBAL_MEMORY] = global_memory(study->gpu, &p),
                                 [SHARED_MEMORY] = shared_memory(study->gpu, &p),
                                 [COMPUTATION] = computation(&p),
                                 [L1] = p.busy[BOUND_L1]};
    const struct estimate_detail all[] = {
        {"global memory", "ms", "at work", profile_ms(study, &p, e, cycles[GLOBAL_MEMORY])},
        {"shared memory", "ms", "at work", profile_ms(study, &p, e, cycles[SHARED_MEMORY])},
        {"computation", "ms", "at work", profile_ms(study, &p, e, cycles[COMPUTATION])},
        {"L1 and texture", "ms", "at work", profile_ms(study, &p, e, cycles[L1])}};
    e->n_details = sizeof all / sizeof *all;
    e->details = arena_memdup(a, all, sizeof all);
    profile_finish(study, &p, e, overlapped(cycles, (double)p.round.groups_per_sm));
    return e;
}

const struct model model_components = {
    .title = "global memory, shared memory, computation and L1 as stages that groups pass (Song "
             "and others)",
    .not_modelled = "the order in which a kernel uses the components, groups that differ",
    .run = run};
