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

#endif
