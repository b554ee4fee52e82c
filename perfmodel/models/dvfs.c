#include "perfmodel/models/dvfs.h"

#include <math.h>

#include "perfmodel/result/profile.h"

/* Service time of all that one warp asks for in one outer iteration. */
static double delay(const struct dvfs_kernel *k) {
    return k->agl_del * k->gld_trans;
}

/* Conditions 8, 10, 12, 14 and 16. The paper prints 10b and 12b with their signs exchanged: as
 * printed, many warps in the queue would be the case of few. Condition 16 is for one shared request
 * in an iteration; here it is for all of them. */
enum dvfs_case dvfs_case(const struct dvfs_kernel *k) {
    double del = delay(k);
    if (k->i_itrs > 0) {
        double shared = (k->avr_comp + k->shm_lat) * k->i_itrs;
        bool hidden = shared <= del * (k->warps - k->wpb);
        return k->avr_comp * k->periods <= del && hidden ? DVFS_SHARED_RARE : DVFS_SHARED_OFTEN;
    }
    if (k->avr_comp > del)
        return k->avr_comp * (k->warps - 1) >= k->agl_lat ? DVFS_COMPUTE : DVFS_FEW_LONG;
    return k->avr_comp + k->agl_lat <= del * (k->warps - 1) ? DVFS_MEMORY : DVFS_FEW_SHORT;
}

/* Equations 18 to 21. They follow the warps of one block, so that what all active warps compute may
 * not fit in; then equation 9 holds, with the computation around shared requests as well. */
static double shared_often(const struct dvfs_kernel *k) {
    double once = k->avr_comp * 2 + k->agl_lat + k->shm_lat;
    double phase1 = once + delay(k) * k->warps;
    double phase2 = k->avr_comp * (k->wpb - 1) + (k->avr_comp + k->shm_lat) * k->i_itrs;
    double phase3 = once + delay(k) * k->wpb;
    double compute = k->avr_comp * k->periods * k->warps * k->o_itrs + k->agl_lat;
    return fmax(phase1 + (phase2 + phase3) * k->o_itrs, compute);
}

/* Equation 11 is printed with the warps of one block; by equation 3 and figure 7 it is all of
 * them that queue. */
double dvfs_active(const struct dvfs_kernel *k) {
    double comp = k->avr_comp, lat = k->agl_lat, del = delay(k);
    switch (dvfs_case(k)) {
    case DVFS_COMPUTE:
        return comp * k->warps * k->o_itrs + lat;
    case DVFS_MEMORY:
    case DVFS_SHARED_RARE:
        return lat + comp + del * k->warps * k->o_itrs;
    case DVFS_FEW_SHORT:
        return del * k->warps + lat + comp + (comp + lat) * (k->o_itrs - 1);
    case DVFS_FEW_LONG:
        return comp * (k->warps - 1) + (comp + lat) * k->o_itrs;
    case DVFS_SHARED_OFTEN:
        return shared_often(k);
    }
    return 0;
}

static double ratio(double a, double b) {
    return b > 0 ? a / b : 0;
}

/* Equation 5, with latency and service time as they are at the GPU's clocks; nothing where nobody
 * asks the L2. */
static void global_memory(const struct gpu *g, const struct profile *p, struct dvfs_kernel *k) {
    struct request_counts all = profile_global(p);
    if (all.sectors <= 0)
        return;
    double misses = fmin(1, ratio(all.dram, all.sectors));
    k->agl_lat = g->cache.l2_latency * (1 - misses) + g->dram.dram_latency * misses;
    k->agl_del = ratio(p->busy[BOUND_L2], all.sectors) * (1 - misses) +
                 ratio(p->busy[BOUND_DRAM], all.dram) * misses;
    k->gld_trans = ratio(all.sectors, p->warps * k->o_itrs);
}

/* An outer iteration is, with shared memory, what begins with loads from global memory and goes on
 * to the next ones behind a barrier; without, one global request. */
static struct dvfs_kernel kernel(const struct gpu *g, const struct profile *p) {
    double global = profile_global(p).requests, local = p->local_requests;
    struct dvfs_kernel k = {.warps = p->warps,
                            .wpb = p->round.occupancy.warps_per_group,
                            .avr_comp = p->compute / fmax(p->warps, global + local)};
    k.o_itrs = fmax(1, (local > 0 ? p->load_phases : global) / p->warps);
    k.i_itrs = local / p->warps / k.o_itrs;
    k.periods = (global + local) / p->warps / k.o_itrs;
    k.shm_lat = g->local.local_latency + ratio(p->passes, local);
    global_memory(g, p, &k);
    return k;
}

static const char *case_text(enum dvfs_case which) {
    static const char *const text[] = {
        "computation hides memory",     "requests queue for memory",
        "few warps, short computation", "few warps, long computation",
        "memory hides local memory",    "local memory in phases of its own"};
    return text[which];
}

static const struct estimate *run(struct arena *a, const struct study *study) {
    struct estimate *e = NEW(a, struct estimate);
    e->model = "dvfs";
    struct profile p = profile_of(a, study, e);
    struct dvfs_kernel k = kernel(study->gpu, &p);
    if (study->dump)
        fprintf(study->dump, "%s: latency %.4g, service %.4g cycles per transaction\n",
                case_text(dvfs_case(&k)), k.agl_lat, k.agl_del);
    profile_finish(study, &p, e, dvfs_active(&k));
    return e;
}

const struct model model_dvfs = {
    .title = "core and memory frequency scaling: a queue in front of DRAM, six pipelines",
    .not_modelled = "L1 and texture cache, uneven phases, dependences between instructions, groups "
                    "that overlap while they use shared memory",
    .run = run};
