/* From the simulation of some groups on one SM to the cycles of the launch. */
#ifndef PERFMODEL_SCALE_WAVES_H
#define PERFMODEL_SCALE_WAVES_H

#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/sim/sim.h"

struct waves {
    struct sim_result sim; /* of the groups in the middle of a long launch, or of all */
    uint64_t groups;       /* in it */
    double rounds;         /* of as many groups as fit, that the busiest SM has */
    double cycles;         /* of the launch */
};

/* `in` without groups and sms. */
struct waves waves_run(struct arena *a, const struct round *r, struct sim_input in);

/* Where the first samples of loops leave open how long a launch takes, longer ones are taken, or
 * all iterations walked, if they are not too many. */

/* Cycles of the launch over those of `sampled`, which came from the estimate's trace; 0 if that is
 * near enough, or more is too much work. Sets the estimate's `walked`, and its sampling error: what
 * share of the cycles is left open. */
double refine_sampling(const struct study *study, const struct round *r,
                       const struct waves *sampled, struct estimate *e);

/* What groups elsewhere in the launch take. One round is simulated, and the rest of the launch is
 * scaled by its work; where groups far apart do different things, one that only loads takes another
 * time for its work than one that stores, too. */

/* Cycles for a unit of work all over the launch, over those in the round that gave `w`; 1 where
 * groups do the same, where they are long, or where it cannot be told. */
double sampled_regions_cost(const struct study *study, const struct round *r, const struct waves *w,
                            const struct estimate *e);

#endif
