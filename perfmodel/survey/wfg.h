/* The work flow graph (Baghsorkhi, Delahaye, Patel, Gropp and Hwu, An Adaptive Performance Modeling
 * Tool for GPU Architectures, PPoPP 2010): instructions, transitions with their cycles, and
 * dependences with what of a load's latency other warps do not hide. */
#ifndef PERFMODEL_SURVEY_WFG_H
#define PERFMODEL_SURVEY_WFG_H

/* Of an average warp, in cycles. */
struct wfg_bandwidth {
    double cyc_compute, cyc_mem; /* of computing and of global memory */
    double num_mem;              /* global memory operations */
    double simd_work,
        simd_engine; /* work-items of a warp, and those that the SM takes in a cycle */
};

/* Equation 4 of the paper, equation 3 of the survey: what an operation waits for bandwidth. */
double wfg_latency_bw(const struct wfg_bandwidth *b);
/* What of a latency is left when so many other warps do so much each before they wait as well. */
double wfg_exposed(double latency, double other_warps, double cycles_each);

#endif
