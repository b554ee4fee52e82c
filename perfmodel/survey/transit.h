/* Transit: a machine of threads that compute and ask memory in turn, as two queueing systems whose
 * throughputs meet (Li, Tay, Kumar and Corporaal, Transit: A Visual Analytical Model for
 * Multithreaded Machines, HPDC 2015). */
#ifndef PERFMODEL_SURVEY_TRANSIT_H
#define PERFMODEL_SURVEY_TRANSIT_H

#include "base/arena.h"
#include "perfmodel/estimate.h"

/* Warps of one SM; cycles. */
struct transit_machine {
    double n;            /* warps: each is in the memory system with a request, or computes */
    double memory_time;  /* of a request when there is no other: the memory system's latency */
    double memory_gap;   /* from one request to the next when there are enough: its bandwidth */
    double compute_time; /* of a warp alone, from one request to the next */
    double compute_gap;  /* of the SM, if enough warps compute */
};

/* Requests per cycle: what the memory system supplies to k warps in it, and what the others demand.
 */
double transit_supply(const struct transit_machine *m, double k);
double transit_demand(const struct transit_machine *m, double k);
/* The number of warps in the memory system for which both are the same. */
double transit_equilibrium(const struct transit_machine *m);
/* Both curves over the number of warps in the memory system, with the equilibrium marked. NULL if a
 * part takes no time: its curve has no end. */
const struct estimate_picture *transit_picture(struct arena *a, const struct transit_machine *m);

#endif
