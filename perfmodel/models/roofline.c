/* The roofline model, with a roof for every resource instead of two: Williams, Waterman and
 * Patterson, Roofline: An Insightful Visual Performance Model for Multicore Architectures, CACM
 * 52(4), 2009. Time is what the busiest resource needs for its work at its reachable rate;
 * everything else overlaps with it completely, so this is the least that a launch can take. */
#include "perfmodel/result/profile.h"

static const struct estimate *run(struct arena *a, const struct study *study) {
    struct estimate *e = NEW(a, struct estimate);
    e->model = "roofline";
    struct profile p = profile_of(a, study, e);
    double cycles = 0;
    for (int b = 0; b < BOUND_LATENCY; b++)
        cycles = p.busy[b] > cycles ? p.busy[b] : cycles;
    profile_finish(study, &p, e, cycles);
    return e;
}

const struct model model_roofline = {
    .title = "the busiest resource's work at its reachable rate",
    .not_modelled = "latency, dependences, barriers, resources that take turns, a last round that "
                    "is not full",
    .run = run};
