#include "perfmodel/estimate.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/result/prediction_interval.h"

/* Which instructions take most of the lanes' time, where those of other kinds take turns with
 * fp32's at them. */
static enum bound bound_of_lanes(const struct estimate *e, const struct gpu *g) {
    double sfu = g->units.one_vector_alu > 0 ? e->busy[BOUND_SFU] : 0;
    double rest = e->busy[BOUND_FP32] - e->busy[BOUND_FP64] - sfu;
    if (e->busy[BOUND_FP64] > rest && e->busy[BOUND_FP64] >= sfu)
        return BOUND_FP64;
    return sfu > rest ? BOUND_SFU : BOUND_FP32;
}

static enum bound find_bound(const struct estimate *e, const struct gpu *g) {
    enum bound most = BOUND_DRAM;
    for (int b = 0; b < BOUND_LATENCY; b++)
        if (e->busy[b] > e->busy[most])
            most = (enum bound)b;
    if (most == BOUND_FP32 && (g->units.one_vector_alu > 0 || g->units.fp64_takes_vector_alu > 0))
        most = bound_of_lanes(e, g);
    if (e->launch_overhead_ms > e->time_ms / 2)
        return BOUND_LAUNCH;
    return e->busy[most] < bound_share ? BOUND_LATENCY : most;
}

void estimate_finish(struct estimate *e, const struct study *study) {
    const struct trace *t = e->trace;
    e->launch_overhead_ms = study->gpu->machine.launch_us / 1e3;
    e->time_ms = e->cycles / (study->gpu->machine.core_mhz * 1e3) + e->launch_overhead_ms;
    e->bound = find_bound(e, study->gpu);
    for (size_t i = 0; i < t->n_warps; i++)
        e->ops_per_warp += (double)t->warps[i].n_ops / (double)t->n_warps;
    interval_set(e, study, t);
}

void estimate_dump(FILE *out, const struct estimate *e) {
    if (e->balance.mean != 1)
        fprintf(out, "  work of an average group %.3g, of the heaviest %.3g of group %llu's\n",
                e->balance.mean, e->balance.heaviest, (unsigned long long)e->balance.usual_group);
    for (int b = 0; b < BOUND_LATENCY; b++)
        if (e->busy[b] > 0)
            fprintf(out, "  %s busy %.1f %%\n", bound_name((enum bound)b), 100 * e->busy[b]);
    fprintf(out, "  time %.6g ms (%.6g to %.6g), bound by %s\n", e->time_ms, e->low_ms, e->high_ms,
            bound_name(e->bound));
}
