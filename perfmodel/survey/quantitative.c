/* The paper measures throughputs with micro-benchmarks over the number of warps, which nobody has
 * any more; here the curves are what its figures show: a straight line from none, with the latency
 * of the GPU's data, to the peak. It looks at programs stage by stage where barriers make stages of
 * one group; here a launch is one stage. Caches, which its GPU has none of, are those of the trace.
 */
#include "perfmodel/survey/quantitative.h"

#include <math.h>

#include "perfmodel/result/profile.h"

double quantitative_throughput(double peak, double under_way, double latency) {
    return latency > 0 ? fmin(peak, under_way / latency) : peak;
}

double quantitative_peak_instructions(double sms, double units, double warp_width, double hz) {
    return sms * units / warp_width * hz;
}

double quantitative_peak_shared(double sms, double banks, double bank_bytes, double hz) {
    return sms * banks * bank_bytes * hz;
}

static double cycles_of(double operations, double busy, double under_way, double latency) {
    if (operations <= 0 || busy <= 0)
        return 0;
    return operations / quantitative_throughput(operations / busy, under_way, latency);
}

/* The paper's four types of instructions go to functional units of their own; so do ports. */
static double instructions(const struct gpu *g, const struct profile *p) {
    double latency = p->mix.count > 0 ? p->mix.latency / p->mix.count : g->units.lat_alu;
    return cycles_of(p->instructions, p->compute, p->warps * profile_ilp(p), latency);
}

static double global_memory(const struct gpu *g, const struct profile *p) {
    struct request_time t = profile_request_time(g, p);
    double requests = profile_global(p).requests;
    return cycles_of(requests, requests * t.service, p->warps * profile_mlp(p), t.latency);
}

static const struct estimate *run(struct arena *a, const struct study *study) {
    struct estimate *e = NEW(a, struct estimate);
    e->model = "quantitative";
    struct profile p = profile_of(a, study, e);
    double pipeline = instructions(study->gpu, &p);
    double shared = cycles_of(p.local_requests, p.passes, p.warps, study->gpu->local.local_latency);
    double global = global_memory(study->gpu, &p);
    const struct estimate_detail all[] = {
        {"instruction pipeline", "ms", "at its throughput", profile_ms(study, &p, e, pipeline)},
        {"shared memory", "ms", "at its throughput", profile_ms(study, &p, e, shared)},
        {"global memory", "ms", "at its throughput", profile_ms(study, &p, e, global)}};
    e->n_details = sizeof all / sizeof *all;
    e->details = arena_memdup(a, all, sizeof all);
    profile_finish(study, &p, e, fmax(pipeline, fmax(shared, global)));
    return e;
}

const struct model model_quantitative = {
    .title =
        "instruction pipeline, shared and global memory as three throughputs (Zhang and Owens)",
    .not_modelled = "stages between barriers, components that take turns, L1",
    .run = run};
