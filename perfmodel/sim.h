/* The event-driven simulation of one round of active work-groups on one SM
 * (section IV of the main paper): warps consume their traces, each operation takes
 * the resource it needs when that is free. */
#ifndef PERFMODEL_SIM_H
#define PERFMODEL_SIM_H

#include "perfmodel/model.h"
#include "perfmodel/sharing.h"

struct sim_input {
    const struct model_input *model;
    const struct trace *trace; /* of the machine view, with ops */
    const struct sharing *sharing;
    double sms; /* at work at the same time */
};

struct sim_result {
    double cycles;       /* of the round */
    double done;         /* share of the round that was simulated before the deadline, else 1 */
    double busy[BOUNDS]; /* share of the round, 0..1 */
    double sectors_l2, sectors_dram, requests_l2;
};

struct sim_result simulate(struct arena *a, const struct sim_input *in);

#endif
