/* The event-driven simulation of the active work-groups on one SM (section IV of the main
 * paper): warps consume their traces, each operation takes the resource it needs when that is
 * free. */
#ifndef PERFMODEL_SIM_SIM_H
#define PERFMODEL_SIM_SIM_H

#include "perfmodel/memory/l2_sharing.h"
#include "perfmodel/study/study.h"

struct sim_input {
    const struct study *study;
    const struct trace *trace;   /* of the machine view, with ops */
    const struct trace *sampled; /* the same with long loops sampled, where there is one; or NULL */
    const struct sharing *sharing;
    uint64_t
        groups; /* to run, one after another in the places of the traced ones; at least those */
    double sms; /* at work at the same time */
};

struct sim_result {
    double cycles;         /* until the last group has ended */
    double done;           /* share of the work that was simulated before the deadline, else 1 */
    double sampling_error; /* share of the cycles that samples of loops leave open */
    double drifted;        /* the same by what goes on beyond the samples */
    double work_ns;        /* that it took, by step_ns and its neighbours (model_constants.def) */
    const double *spent;   /* of `resident` by item, waits for what it loads included; or NULL */
    double resident;       /* cycles that warps were there, of all warps together */
    double rows;           /* share of the time that DRAM changes rows */
    double transfers;      /* share of the time that it moves data */
    double busy[BOUNDS];   /* share of the time, 0..1 */
    double code_bytes;     /* where the instruction cache cannot hold all, else 0 */
    double code_lines;     /* that were fetched for it then */
    double sectors_l2, sectors_dram, requests_l2;
};

struct sim_result simulate(struct arena *a, const struct sim_input *in);

/* A simulation, and what it would be with fewer groups, at least the traced ones: both are alike
 * until the fewer ones have all started. */
struct sim_pair {
    struct sim_result fewer, all;
};
struct sim_pair simulate_pair(struct arena *a, const struct sim_input *in, uint64_t fewer);

#endif
