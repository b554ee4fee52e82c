#include "perfmodel/models/mwp_cwp.h"

#include <math.h>

#include "perfmodel/memory/coalesce.h"
#include "perfmodel/result/profile.h"

/* Latency and departure delay of one memory instruction. */
struct access_time {
    double mem_l, dep_del;
};

/* Equations 1 to 3. */
static struct access_time of_lanes(const struct mwp_hardware *h, const struct mwp_pattern *p) {
    double l2 = h->mem_ld_l2 + (p->l2_trans - 1) * h->dd_l2;
    double dram = h->mem_ld_l2 + h->mem_ld_dram + (p->dram_trans - 1) * h->dd_dram;
    double mem_l = p->dram_trans <= 1 ? l2 : dram;
    return (struct access_time){mem_l, fmax(p->l2_trans * h->dd_l2, p->dram_trans * h->dd_dram)};
}

/* Equations 4 and 5: all lanes at one address. */
static struct access_time of_constant(const struct mwp_hardware *h, const struct mwp_pattern *p) {
    return (struct access_time){h->mem_ld_l2 + p->dram_trans * h->mem_ld_dram,
                                p->l2_trans * h->dd_l2 + p->dram_trans * h->dd_dram};
}

static double mem_insts(const struct mwp_kernel *k) {
    return k->coal.insts + k->uncoal.insts + k->constant.insts + k->smem_load.insts;
}

/* Equations 6 to 8, and for loads to shared memory 19 and 21. These have no departure delay in the
 * paper, which makes MWP of tiled kernels N; here it is that of their transactions, which is as
 * short where the L2 has the data, so that bandwidth limits those kernels too. */
static void memory(const struct mwp_hardware *h, const struct mwp_kernel *k, struct mwp_result *r) {
    struct access_time coal = of_lanes(h, &k->coal), uncoal = of_lanes(h, &k->uncoal);
    struct access_time constant = of_constant(h, &k->constant), tile = of_lanes(h, &k->smem_load);
    double delays = coal.dep_del * k->coal.insts + uncoal.dep_del * k->uncoal.insts +
                    constant.dep_del * k->constant.insts;
    double insts = fmax(1, mem_insts(k));
    r->mem_cycles = coal.mem_l * k->coal.insts + uncoal.mem_l * k->uncoal.insts +
                    constant.mem_l * k->constant.insts + h->smem_load_const * k->smem_load.insts;
    r->sync_delay = delays / insts;
    r->departure_delay = (delays + tile.dep_del * k->smem_load.insts) / insts;
    r->mem_l = r->mem_cycles / insts;
}

/* Equations 13 and 14, "bounded by N". */
static void parallelism(const struct mwp_kernel *k, struct mwp_result *r) {
    r->mwp = r->departure_delay > 0 ? fmin(r->mem_l / r->departure_delay, k->n) : k->n;
    r->cwp = fmin((r->mem_cycles + r->comp_cycles) / r->comp_cycles, k->n);
}

/* Equation 16. It is printed with `batch` in its second term only, but the paper's own times (table
 * 4) need it in both. */
static double memory_bound(const struct mwp_kernel *k, const struct mwp_result *r) {
    double period = r->comp_cycles / mem_insts(k);
    return (r->mem_cycles * k->n / r->mwp + period * r->mwp) * k->batch;
}

/* Equations 15 to 18 and 23. With shared memory, whose latencies count as computation (equation
 * 22), CWP falls below MWP, and equation 17 would add up these latencies over all warps; the
 * paper's times (table 5) are those of equation 16. Instructions, which no other warp's hide, still
 * take equation 17's time at least. */
static void execution(const struct mwp_hardware *h, const struct mwp_kernel *k,
                      struct mwp_result *r) {
    double issue = h->inst_cycle * k->total_insts * k->n * k->batch;
    double sync = r->sync_delay * fmax(0, r->mwp - 1) * k->sync_insts * k->b * k->batch;
    if (mem_insts(k) > 0 && k->smem_conflicts > 0)
        r->exec_cycles = fmax(memory_bound(k, r), r->mem_l + issue);
    else if (mem_insts(k) > 0 && r->cwp >= r->mwp)
        r->exec_cycles = memory_bound(k, r);
    else
        r->exec_cycles = r->mem_l + r->comp_cycles * k->n * k->batch;
    r->exec_cycles += sync;
}

struct mwp_result mwp_cwp(const struct mwp_hardware *h, const struct mwp_kernel *k) {
    struct mwp_result r = {0};
    memory(h, k, &r);
    /* Equations 12, 20 and 22. */
    r.comp_cycles = h->inst_cycle * k->total_insts + h->mem_ld_smem * k->smem_conflicts;
    parallelism(k, &r);
    execution(h, k, &r);
    return r;
}

/* An average request of that class. */
static struct mwp_pattern pattern(const struct profile *p, enum request_class c) {
    const struct request_counts *n = &p->global[c];
    if (n->requests <= 0)
        return (struct mwp_pattern){0};
    return (struct mwp_pattern){n->requests / p->warps, n->sectors / n->requests,
                                n->dram / n->requests};
}

static double ratio(double a, double b) {
    return b > 0 ? a / b : 0;
}

/* Departure delays are the L2's and the DRAM's time per sector, as the other SMs leave it; an
 * average instruction takes what the busiest of issue and ports needs for it. */
static struct mwp_hardware hardware(const struct gpu *g, const struct profile *p) {
    struct request_counts all = profile_global(p);
    return (struct mwp_hardware){.inst_cycle = ratio(p->compute, p->instructions),
                                 .mem_ld_l2 = g->cache.l2_latency,
                                 .mem_ld_dram = g->dram.dram_latency,
                                 .mem_ld_smem = g->local.local_latency,
                                 .smem_load_const = g->cache.l2_latency + g->dram.dram_latency,
                                 .dd_l2 = ratio(p->busy[BOUND_L2], all.sectors),
                                 .dd_dram = ratio(p->busy[BOUND_DRAM], all.dram)};
}

static const struct estimate *run(struct arena *a, const struct study *study) {
    struct estimate *e = NEW(a, struct estimate);
    e->model = "mwp-cwp";
    struct profile p = profile_of(a, study, e);
    struct mwp_hardware h = hardware(study->gpu, &p);
    struct mwp_kernel k = {.coal = pattern(&p, REQUEST_COALESCED),
                           .uncoal = pattern(&p, REQUEST_UNCOALESCED),
                           .constant = pattern(&p, REQUEST_UNIFORM),
                           .smem_load = pattern(&p, REQUEST_TO_LOCAL),
                           .total_insts = p.instructions / p.warps,
                           .smem_conflicts =
                               p.passes / study->gpu->local.local_cycles_min / p.warps,
                           .sync_insts = p.barriers / p.warps,
                           .n = p.warps,
                           .b = (double)p.round.groups_per_sm,
                           .batch = 1};
    struct mwp_result r = mwp_cwp(&h, &k);
    if (study->dump)
        fprintf(study->dump, "MWP %.4g, CWP %.4g of %.0f warps\n", r.mwp, r.cwp, k.n);
    profile_finish(study, &p, e, r.exec_cycles);
    return e;
}

const struct model model_mwp_cwp = {
    .title = "memory and computation warp parallelism (Hong and Kim, as in CGPredict)",
    .not_modelled = "dependences between instructions, the order of computation and memory "
                    "accesses, L1, groups that differ",
    .run = run};
