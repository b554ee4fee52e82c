/* GPU a la PRAM: threads of BSP supersteps on cores with deep pipelines (Kothapalli and others, A
 * Performance Prediction Model for the CUDA GPGPU Platform, HiPC 2009). The cycles of a thread,
 * C_T, are those of its instructions and accesses, and cores of depth D take N_C * D threads side
 * by side: T = N_B * N_w * N_t * C_T / (N_C * D). Accesses to one place or bank queue, as in QRQW
 * PRAM. The paper's text was not at hand: its equation is as others quote it, and of its two ways
 * to put computation and memory together the time is that of MAX, as if one hid the other; SUM is a
 * detail. The paper leaves to its reader how many cycles a thread has; here the trace says it, with
 * the latencies of the GPU's data, caches in it. A core's pipeline is as deep as its arithmetic
 * instructions are long. Not modelled: bandwidth, caches' capacity but for the hits that the trace
 * has, synchronisation. */
#include <math.h>

#include "perfmodel/result/profile.h"

/* Cycles of all threads' accesses by warps, each for itself: one transaction of a line after
 * another. */
static double memory_cycles(const struct gpu *g, const struct profile *p) {
    double transactions = 0;
    for (int c = 0; c < REQUEST_CLASSES; c++)
        transactions +=
            fmax(p->global[c].requests, p->global[c].sectors / memory_grid_of(g).sectors);
    double passes = fmax(p->local_requests, p->passes / g->local.local_cycles_min);
    return transactions * profile_request_time(g, p).latency + passes * g->local.local_latency;
}

static const struct estimate *run(struct arena *a, const struct study *study) {
    struct estimate *e = NEW(a, struct estimate);
    e->model = "pram";
    struct profile p = profile_of(a, study, e);
    double n_t = study->gpu->machine.warp_width, n_c = study->gpu->units.rate_fp32,
           d = study->gpu->units.lat_alu;
    double side_by_side = n_c * d / n_t;
    double other = (p.instructions - p.mix.count) * study->gpu->units.lat_alu;
    double compute = (p.mix.latency + other) / side_by_side;
    double memory = memory_cycles(study->gpu, &p) / side_by_side;
    double max = fmax(compute, memory);
    const struct estimate_detail all[] = {
        {"MAX", "ms", "computation and memory hide each other", profile_ms(study, &p, e, max)},
        {"SUM", "ms", "neither hides anything", profile_ms(study, &p, e, compute + memory)}};
    e->n_details = sizeof all / sizeof *all;
    e->details = arena_memdup(a, all, sizeof all);
    profile_finish(study, &p, e, max);
    return e;
}

const struct model model_pram = {.title = "cycles of a thread on cores with deep pipelines (BSP, "
                                          "PRAM and QRQW, Kothapalli and others)",
                                 .not_modelled = "bandwidth, synchronisation, instructions that "
                                                 "need each other, divergence beyond the trace's",
                                 .run = run};
