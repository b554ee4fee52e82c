/* The paper's text was not at hand; the equations are those by which later work quotes it, with
 * these differences. The machine parameter of barriers' overhead (gamma) could not be had: a
 * barrier costs the GPU's barrier latency, which a group's warps share. What divergence and bank
 * conflicts cost, which the paper counts with a profiler, is counted in the trace, and divergence
 * is taken out of the parallel work. The departure delay is the time that the busiest of L1, L2 and
 * DRAM has for a request, so that bandwidth and uncoalesced requests are both in it. */
#include "perfmodel/survey/gpuperf.h"

#include <math.h>

#include "perfmodel/result/profile.h"

static double ratio(double a, double b) {
    return b > 0 ? a / b : 0;
}

/* Inter-thread parallelism of instructions saturates where each cycle issues one. */
static double itilp_max(const struct gpuperf_kernel *k) {
    return fmax(1, ratio(k->avg_inst_lat, k->issue));
}

/* T_comp = W_parallel + W_serial */
static void computation(const struct gpuperf_kernel *k, struct gpuperf_result *r) {
    r->itilp = fmin(k->ilp * k->n, itilp_max(k));
    r->w_parallel = (k->insts - k->divergent) * k->n * k->avg_inst_lat / r->itilp;
    double f_sfu = ratio(k->sfu_insts, k->insts) - ratio(k->issue, k->sfu_issue);
    double o_sfu = k->sfu_insts * k->n * k->sfu_issue * fmin(fmax(f_sfu, 0), 1);
    double o_cfdiv = k->divergent * k->n * k->issue;
    double o_bank = k->bank_cycles * k->n;
    double o_sync = k->sync_insts * k->n * k->sync_cycles;
    r->w_serial = o_sync + o_sfu + o_cfdiv + o_bank;
    r->t_comp = r->w_parallel + r->w_serial;
}

/* T_mem: memory requests that are under way together are as many as warps ask for, and as memory
 * serves. */
static void memory(const struct gpuperf_kernel *k, struct gpuperf_result *r) {
    double mwp_peak_bw = fmax(1, ratio(k->amat, k->delta));
    r->mwp = k->delta > 0 ? fmin(mwp_peak_bw, k->n) : k->n;
    double comp_cycles = k->insts * k->avg_inst_lat / r->itilp;
    double mem_cycles = k->mem_insts * k->amat / k->mlp;
    r->cwp = fmin(comp_cycles > 0 ? (mem_cycles + comp_cycles) / comp_cycles : k->n, k->n);
    double mwp_cp = fmin(fmax(1, r->cwp - 1), r->mwp);
    r->itmlp = fmin(k->mlp * mwp_cp, k->delta > 0 ? mwp_peak_bw : k->mlp * mwp_cp);
    r->t_mem = k->mem_insts * k->n * k->amat / r->itmlp;
}

static void benefits(const struct gpuperf_kernel *k, struct gpuperf_result *r) {
    double t_fp = k->fp_insts * k->n * k->avg_inst_lat / itilp_max(k);
    double t_mem_min = k->mem_insts * k->n * k->delta;
    r->b_itilp = r->w_parallel * (1 - r->itilp / itilp_max(k));
    r->b_serial = r->w_serial;
    r->b_fp = fmax(0, r->t_comp - t_fp - r->b_itilp - r->b_serial);
    r->b_memlp = fmax(0, r->t_mem - r->t_overlap - t_mem_min);
}

struct gpuperf_result gpuperf(const struct gpuperf_kernel *k) {
    struct gpuperf_result r = {0};
    computation(k, &r);
    memory(k, &r);
    double zeta = r.cwp <= r.mwp ? 1 : 0, f_overlap = (k->n - zeta) / k->n;
    r.t_overlap = fmin(r.t_comp * f_overlap, r.t_mem);
    r.t_exec = r.t_comp + r.t_mem - r.t_overlap;
    benefits(k, &r);
    return r;
}

static struct gpuperf_kernel kernel(const struct gpu *g, const struct profile *p) {
    struct request_time memory = profile_request_time(g, p);
    double warps = p->warps;
    return (struct gpuperf_kernel){
        .insts = p->instructions / warps,
        .mem_insts = profile_global(p).requests / warps,
        .sync_insts = p->barriers / warps,
        .fp_insts = p->mix.floating / warps,
        .sfu_insts = p->mix.special / warps,
        .n = warps,
        .ilp = profile_ilp(p),
        .mlp = profile_mlp(p),
        .avg_inst_lat = p->mix.count > 0 ? p->mix.latency / p->mix.count : g->units.lat_alu,
        .issue = ratio(p->compute, p->instructions),
        .sfu_issue = g->machine.warp_width / g->units.rate_sfu,
        .amat = memory.latency,
        .delta = memory.service,
        .sync_cycles = g->issue.barrier_latency / fmax(1, p->round.occupancy.warps_per_group),
        .divergent = p->divergent / warps,
        .bank_cycles = fmax(0, p->passes - p->local_requests * g->local.local_cycles_min) / warps};
}

static void add_details(struct arena *a, const struct study *study, const struct profile *p,
                        const struct gpuperf_result *r, struct estimate *e) {
    const struct estimate_detail all[] = {
        {"B_itilp", "ms", "gone with more instructions under way",
         profile_ms(study, p, e, r->b_itilp)},
        {"B_memlp", "ms", "gone with more memory requests under way",
         profile_ms(study, p, e, r->b_memlp)},
        {"B_fp", "ms", "gone with floating-point instructions only",
         profile_ms(study, p, e, r->b_fp)},
        {"B_serial", "ms",
         "gone without barriers, divergence, bank conflicts and waits for special functions",
         profile_ms(study, p, e, r->b_serial)},
        {"T_comp", "ms", "computation", profile_ms(study, p, e, r->t_comp)},
        {"T_mem", "ms", "memory", profile_ms(study, p, e, r->t_mem)},
        {"T_overlap", "ms", "of both at once", profile_ms(study, p, e, r->t_overlap)},
        {"MWP", "warps", "whose memory requests are served together", r->mwp},
        {"CWP", "warps", "that can compute while one waits", r->cwp}};
    e->n_details = sizeof all / sizeof *all;
    e->details = arena_memdup(a, all, sizeof all);
}

static const struct estimate *run(struct arena *a, const struct study *study) {
    struct estimate *e = NEW(a, struct estimate);
    e->model = "gpuperf";
    struct profile p = profile_of(a, study, e);
    struct gpuperf_kernel k = kernel(study->gpu, &p);
    struct gpuperf_result r = gpuperf(&k);
    add_details(a, study, &p, &r, e);
    profile_finish(study, &p, e, r.t_exec);
    return e;
}

const struct model model_gpuperf = {
    .title =
        "MWP-CWP with instruction- and memory-level parallelism, and potential benefits (GPUPerf)",
    .not_modelled =
        "which of a request's latencies depend on each other, phases, groups that differ",
    .run = run};
