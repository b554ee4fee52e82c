/* What the analytical models are given of a launch: counts of one round of work-groups on one
 * SM, taken from the same traces, caches and banks that the simulation has. */
#ifndef PERFMODEL_RESULT_PROFILE_H
#define PERFMODEL_RESULT_PROFILE_H

#include "perfmodel/issue/issue.h"
#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/sim/counterfactual.h"

/* How the lanes of a warp's global request lie, but for loads whose value goes to local memory. */
enum request_class {
    REQUEST_COALESCED,
    REQUEST_UNCOALESCED,
    REQUEST_UNIFORM,
    REQUEST_TO_LOCAL,
    REQUEST_CLASSES
};

struct request_counts {
    double requests; /* of warps */
    double sectors;  /* 32 bytes each, that the L2 was asked for */
    double dram;     /* of those, the ones that went on to DRAM */
    double l1_hits;  /* requests that did not ask the L2 */
};

/* Sums over the round's warps, what a sampled trace stands for included. */
struct profile {
    struct round round;
    double warps;
    double instructions; /* warp instructions, memory and barriers included */
    double compute;      /* SM cycles that the computing instructions need at least */
    double chain;        /* cycles of dependent computation, as if nothing overlapped */
    double passes;       /* bank passes of local requests, in SM cycles */
    double local_requests;
    double barriers;
    struct instruction_mix mix; /* of the computing instructions */
    double divergent;           /* instructions that were not there if diverged lanes were packed */
    double loads;               /* global requests whose data somebody waits for */
    double stalls;              /* times that a warp waits for such loads, all under way at once */
    double load_phases; /* stretches between barriers in which a warp loads from global memory */
    struct request_counts global[REQUEST_CLASSES];
    double busy[BOUND_LATENCY]; /* SM cycles that each resource has work for */
};

/* Also sets occupancy, trace, sharing, operations per warp and `deadline_reached` of *e. */
struct profile profile_of(struct arena *a, const struct study *study, struct estimate *e);
/* By operation of the warp: how many it stands for, repeats of samples and counterfactual in. */
const double *profile_weights(struct arena *a, const struct warp_trace *w,
                              const struct trace_changes *x);
/* All classes together. */
struct request_counts profile_global(const struct profile *p);
/* Instructions of a warp that do not wait for each other, on average; at least 1. */
double profile_ilp(const struct profile *p);
/* Loads of a warp from global memory that do not wait for each other, on average; at least 1. */
double profile_mlp(const struct profile *p);

/* Of an average request to global memory, in cycles. */
struct request_time {
    double latency; /* nothing else under way */
    double service; /* that the busiest of L1, L2 and DRAM has work for it: the least between two */
};
struct request_time profile_request_time(const struct gpu *g, const struct profile *p);

/* Milliseconds of the launch, if each of its rounds has so many cycles of it. */
double profile_ms(const struct study *study, const struct profile *p, const struct estimate *e,
                  double cycles);

/* Makes *e an estimate: `cycles` is the time of one round, as many follow each other as the
 * launch has; groups that differ count as the average one. */
void profile_finish(const struct study *study, const struct profile *p, struct estimate *e,
                    double cycles);

#endif
