/* The idioms are those of analysis/passes/idioms.h. PMaC measures the bandwidth of each with
 * micro-benchmarks over the size of the data; here it is what the GPU's data have for it: streams
 * and reductions get DRAM's reachable bandwidth, stencils the L2's, as their neighbours are there,
 * and gather and scatter the share of DRAM's that a sector's useful bytes are. Nothing but memory
 * takes time, as in the paper: a kernel that computes is too fast here. */
#include "perfmodel/survey/pmac.h"

#include <math.h>

#include "analysis/passes/idioms.h"
#include "perfmodel/result/profile.h"

double pmac_memory_time(const struct pmac_references *r, size_t n, double bandwidth) {
    double time = 0;
    for (size_t i = 0; i < n; i++)
        time += r[i].count * r[i].bytes / bandwidth;
    return time;
}

/* Bytes that lanes ask for by machine access, over the round. */
static double *bytes_asked(struct arena *a, const struct trace *t, const struct study *study) {
    double *bytes = NEW_ARRAY(a, double, t->kernel->n_accesses);
    const struct trace_changes *changes = whatif_changes(a, &study->whatif, t);
    for (size_t w = 0; w < t->n_warps; w++) {
        const double *weight = profile_weights(a, &t->warps[w], changes);
        for (size_t i = 0; i < t->warps[w].n_ops; i++) {
            const struct trace_op *op = &t->warps[w].ops[i];
            if (op->item == NONE || t->kernel->items[op->item].kind != ITEM_ACCESS)
                continue;
            const struct pattern *p = &t->patterns[op->pattern];
            bytes[t->kernel->items[op->item].access] +=
                weight[i] * p->bytes * __builtin_popcountll(p->mask);
        }
    }
    return bytes;
}

static bool same_place(struct loc a, struct loc b) {
    return a.line == b.line && a.col == b.col;
}

/* That of the access of the source that the machine's is of. */
static enum idiom idiom_of(const struct access *accesses, uint32_t n_accesses,
                           const struct idioms *found, const struct access *machine) {
    for (uint32_t i = 0; i < n_accesses; i++)
        if (same_place(accesses[i].loc, machine->loc) && accesses[i].kind == machine->kind)
            return found->access[i];
    return machine->space == SPACE_GLOBAL ? IDIOM_STREAM : IDIOM_NONE;
}

/* Bytes per cycle for one SM, of those that get any work. */
static double bandwidth(const struct gpu *g, enum idiom i, double sms, double bytes) {
    double dram = g->dram.dram_gbs * 1e3 / g->machine.core_mhz * g->dram.dram_efficiency / sms;
    double l2 = g->cache.l2_bytes_per_clk / sms;
    switch (i) {
    case IDIOM_GATHER:
    case IDIOM_SCATTER:
        return dram * fmin(1, bytes / memory_grid_of(g).sector_bytes);
    case IDIOM_STENCIL:
        return fmax(dram, l2);
    default:
        return dram;
    }
}

static void add_details(struct arena *a, const struct study *study, const struct profile *p,
                        const double *cycles, struct estimate *e) {
    struct estimate_detail *all = NEW_ARRAY(a, struct estimate_detail, IDIOMS);
    for (int i = 0; i < IDIOMS; i++)
        if (cycles[i] > 0)
            all[e->n_details++] = (struct estimate_detail){idiom_name((enum idiom)i), "ms",
                                                           "its bytes at its bandwidth",
                                                           profile_ms(study, p, e, cycles[i])};
    e->details = all;
}

static const struct estimate *run(struct arena *a, const struct study *study) {
    struct estimate *e = NEW(a, struct estimate);
    e->model = "pmac";
    struct profile p = profile_of(a, study, e);
    const struct access *accesses = e->trace->kernel->accesses;
    const uint32_t n_accesses = e->trace->kernel->n_accesses;
    struct idioms found = an_find_idioms(a, study->source);
    const double *bytes = bytes_asked(a, e->trace, study);
    double cycles[IDIOMS] = {0}, sum = 0;
    for (uint32_t i = 0; i < n_accesses; i++) {
        enum idiom idiom =
            idiom_of(study->source->accesses, study->source->n_accesses, &found, &accesses[i]);
        struct pmac_references r = {bytes[i] / fmax(1, accesses[i].bytes), accesses[i].bytes};
        if (idiom != IDIOM_NONE)
            cycles[idiom] += pmac_memory_time(
                &r, 1, bandwidth(study->gpu, idiom, p.round.sms, accesses[i].bytes));
    }
    for (int i = 0; i < IDIOMS; i++)
        sum += cycles[i];
    add_details(a, study, &p, cycles, e);
    profile_finish(study, &p, e, sum);
    return e;
}

const struct model model_pmac = {
    .title =
        "bytes of stream, gather, scatter, stencil and reduction at the bandwidth of each (PMaC)",
    .not_modelled = "computation, latency, caches but for stencils, local memory",
    .run = run};
