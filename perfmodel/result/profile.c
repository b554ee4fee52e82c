/* Warps are walked side by side, one operation of each in turn, so that the caches see the mixture
 * that warps in step would make. Not modelled here: time; what waits for what is the models'
 * business. */
#include "perfmodel/result/profile.h"

#include <math.h>
#include <string.h>

#include "perfmodel/sim/requests.h"

struct walk {
    struct profile *profile;
    const struct trace *trace;
    const struct gpu *gpu;
    const struct item_cost *costs;
    const struct instruction_mix *mixes;
    struct requests requests;
    double slots, port[PORTS];
    double l2_port, l2_data; /* cycles that each has work for */
    const bool *to_local;    /* by access: a store to local memory waits for it */
};

/* Where one warp is. */
struct walker {
    const struct warp_trace *warp;
    const double *weight; /* by operation: how many it stands for */
    bool loaded;          /* since the last barrier */
    bool *under_way;      /* by access: loads since the warp last waited for one */
};

/* From the end, because the number of repeats stands there. */
const double *profile_weights(struct arena *a, const struct warp_trace *w,
                              const struct trace_changes *x) {
    const double *often = an_op_weights(a, w);
    double *all = NEW_ARRAY(a, double, w->n_ops);
    for (size_t i = 0; i < w->n_ops; i++)
        all[i] = often[i] * x->weight[w->ops[i].item == NONE ? 0 : w->ops[i].region];
    return all;
}

static void compute(struct walk *w, const struct item_cost *c, double weight) {
    w->profile->instructions += c->slots * weight;
    w->profile->chain += c->latency * weight;
    w->slots += c->slots * weight;
    mix_add(&w->profile->mix, &w->mixes[c - w->costs], weight);
    for (int p = 0; p < PORTS; p++)
        w->port[p] += c->port[p] * weight;
}

/* The global loads that tiles are filled by. */
static const bool *loads_to_local(struct arena *a, const struct trace *t) {
    const struct access *accesses = t->kernel->accesses;
    bool *all = NEW_ARRAY(a, bool, t->kernel->n_accesses);
    for (uint32_t i = 0; i < t->kernel->n_items; i++) {
        const struct item *item = &t->kernel->items[i];
        if (item->kind != ITEM_ACCESS || accesses[item->access].space != SPACE_LOCAL ||
            accesses[item->access].kind != ACCESS_STORE)
            continue;
        for (uint32_t j = 0; j < item->n_waits; j++)
            all[item->waits[j]] = true;
    }
    return all;
}

static enum request_class class_of(struct walk *w, const struct trace_op *op) {
    if (w->to_local[w->trace->kernel->items[op->item].access])
        return REQUEST_TO_LOCAL;
    if (w->trace->patterns[op->pattern].scattered)
        return REQUEST_UNCOALESCED;
    const struct footprint *f =
        footprint_at(w->requests.shapes.footprints, op->pattern, op->address);
    if (f->distinct == 1)
        return REQUEST_UNIFORM;
    /* One sector more is what an address off its boundary costs. */
    return f->n_sectors <= f->ideal_sectors + 1 ? REQUEST_COALESCED : REQUEST_UNCOALESCED;
}

static void count_global(struct walk *w, const struct trace_op *op, struct memory_path before,
                         double weight) {
    const struct memory_path *now = w->requests.memory;
    struct request_counts *c = &w->profile->global[class_of(w, op)];
    c->requests += weight;
    c->sectors += weight * (now->sectors_l2 - before.sectors_l2);
    c->dram += weight * (now->sectors_dram - before.sectors_dram);
    c->l1_hits += now->sectors_l2 > before.sectors_l2 ? 0 : weight;
}

/* A warp that needs what one of its loads brings waits for all that it has sent by then. */
static void wait_for_loads(struct walk *w, struct walker *at, const struct item *item,
                           double weight) {
    bool waits = false;
    for (uint32_t i = 0; i < item->n_waits; i++)
        waits |= at->under_way[item->waits[i]];
    if (!waits)
        return;
    w->profile->stalls += weight;
    memset(at->under_way, 0, w->trace->kernel->n_accesses * sizeof *at->under_way);
}

static void access_memory(struct walk *w, struct walker *at, const struct item *item,
                          const struct trace_op *op, double weight) {
    const struct access *a = &w->trace->kernel->accesses[item->access];
    const struct memory_path *m = w->requests.memory, before = *m;
    struct server local = w->requests.local;
    double *busy = w->profile->busy;
    request_take(&w->requests, 0, (size_t)(at->warp - w->trace->warps), item->access, op, 1);
    double port = m->l2_port.busy - before.l2_port.busy;
    double passes = w->requests.local.busy - local.busy;
    busy[BOUND_DRAM] += weight * (m->dram.busy - before.dram.busy);
    w->l2_port += weight * port;
    w->l2_data += weight * (m->l2_data.busy - before.l2_data.busy);
    busy[BOUND_L1] += weight * (m->l1_port.busy - before.l1_port.busy);
    busy[BOUND_SHARED] += weight * passes;
    w->profile->instructions += weight;
    w->slots += weight;
    if (a->space == SPACE_LOCAL) {
        w->profile->local_requests += weight;
        w->profile->passes += weight * passes;
    } else if (a->space == SPACE_GLOBAL || a->space == SPACE_GENERIC) {
        count_global(w, op, before, weight);
        w->profile->load_phases += a->kind == ACCESS_LOAD && !at->loaded ? weight : 0;
        at->loaded |= a->kind == ACCESS_LOAD;
        at->under_way[item->access] |= a->kind == ACCESS_LOAD;
        w->profile->loads += a->kind == ACCESS_LOAD ? weight : 0;
    }
}

static void step(struct walk *w, struct walker *at, size_t i) {
    if (at->warp->ops[i].item == NONE)
        return;
    struct trace_op op = at->warp->ops[i];
    op.address = an_op_address(at->warp, &op);
    const struct item *item = &w->trace->kernel->items[op.item];
    double weight = at->weight[i], before = w->profile->instructions;
    wait_for_loads(w, at, item, weight);
    if (item->kind == ITEM_COMPUTE) {
        compute(w, &w->costs[op.item], weight);
    } else if (item->kind == ITEM_ACCESS) {
        access_memory(w, at, item, &op, weight);
    } else {
        w->profile->instructions += weight;
        w->profile->barriers += weight;
        w->slots += weight;
        at->loaded = false;
    }
    double share = w->trace->regions[op.region].share;
    w->profile->divergent += (w->profile->instructions - before) * fmax(0, 1 - share);
}

/* The simulation's schedulers and ports, each with its part of the work. */
static void sum_up(struct walk *w) {
    const struct gpu *g = w->gpu;
    struct profile *p = w->profile;
    p->busy[BOUND_ISSUE] = w->slots / (g->issue.schedulers_per_sm * g->issue.issue_per_scheduler);
    p->busy[BOUND_L2] = fmax(w->l2_port, w->l2_data);
    p->compute = p->busy[BOUND_ISSUE];
    for (int i = 0; i < PORTS; i++) {
        double cycles = w->port[i] / g->issue.schedulers_per_sm;
        enum bound b = port_bound((enum port)i);
        p->busy[b] = fmax(p->busy[b], cycles);
        p->compute = fmax(p->compute, cycles);
    }
}

static void walk(struct arena *a, struct walk *w) {
    const struct trace *t = w->trace;
    struct walker *walkers = NEW_ARRAY(a, struct walker, t->n_warps);
    size_t longest = 0;
    for (size_t i = 0; i < t->n_warps; i++) {
        walkers[i].warp = &t->warps[i];
        walkers[i].under_way = NEW_ARRAY(a, bool, t->kernel->n_accesses);
        walkers[i].weight = profile_weights(a, &t->warps[i], w->requests.changes);
        longest = t->warps[i].n_ops > longest ? t->warps[i].n_ops : longest;
    }
    for (size_t op = 0; op < longest; op++)
        for (size_t i = 0; i < t->n_warps; i++)
            if (op < walkers[i].warp->n_ops)
                step(w, &walkers[i], op);
    sum_up(w);
}

struct profile profile_of(struct arena *a, const struct study *study, struct estimate *e) {
    struct profile p = {.round = *study_round(study)};
    e->occupancy = p.round.occupancy;
    round_run(a, study, &p.round, e);
    struct walk w = {.profile = &p, .trace = e->trace, .gpu = study->gpu};
    w.to_local = loads_to_local(a, e->trace);
    const struct kernel *k = whatif_kernel(a, &study->whatif, e->trace->kernel);
    w.costs = item_costs_of_code(a, study->gpu, e->trace->kernel, k, study->join);
    w.mixes = instruction_mixes(a, study->gpu, k);
    w.requests = requests_of(a, study, e->trace, e->sharing, p.round.sms);
    p.warps = (double)e->trace->n_warps;
    e->deadline_reached = e->trace->truncated;
    walk(a, &w);
    return p;
}

struct request_counts profile_global(const struct profile *p) {
    struct request_counts sum = {0};
    for (int c = 0; c < REQUEST_CLASSES; c++) {
        sum.requests += p->global[c].requests;
        sum.sectors += p->global[c].sectors;
        sum.dram += p->global[c].dram;
        sum.l1_hits += p->global[c].l1_hits;
    }
    return sum;
}

double profile_ilp(const struct profile *p) {
    return p->chain > 0 ? fmax(1, p->mix.latency / p->chain) : 1;
}

double profile_mlp(const struct profile *p) {
    return p->stalls > 0 ? fmax(1, p->loads / p->stalls) : 1;
}

struct request_time profile_request_time(const struct gpu *g, const struct profile *p) {
    struct request_counts all = profile_global(p);
    if (all.requests <= 0)
        return (struct request_time){0};
    double misses = all.sectors > 0 ? fmin(1, all.dram / all.sectors) : 0;
    double l1 = all.l1_hits / all.requests;
    double beyond = g->cache.l2_latency * (1 - misses) + g->dram.dram_latency * misses;
    double busy = fmax(p->busy[BOUND_L1], fmax(p->busy[BOUND_L2], p->busy[BOUND_DRAM]));
    return (struct request_time){l1 * g->cache.l1_latency + (1 - l1) * beyond, busy / all.requests};
}

static void dump(FILE *out, const struct profile *p, const struct estimate *e) {
    static const char *const classes[] = {"coalesced", "uncoalesced", "one address", "to local"};
    fprintf(out, "profile for %s, one round: %.0f warps, %.0f instructions, %.0f barriers\n",
            e->model, p->warps, p->instructions, p->barriers);
    for (int c = 0; c < REQUEST_CLASSES; c++)
        if (p->global[c].requests > 0)
            fprintf(out, "  %s: requests %.0f, L2 sectors %.0f, DRAM sectors %.0f\n", classes[c],
                    p->global[c].requests, p->global[c].sectors, p->global[c].dram);
    if (p->local_requests > 0)
        fprintf(out, "  local memory: requests %.0f, cycles %.0f\n", p->local_requests, p->passes);
    estimate_dump(out, e);
}

/* Rounds of the launch, each as long as the average one. */
static double rounds_of(const struct profile *p, const struct estimate *e) {
    const struct round *r = &p->round;
    double rounds = fmax(1, (double)r->groups_total / (r->sms * (double)r->groups_per_sm));
    return rounds * e->balance.counted / e->balance.round;
}

double profile_ms(const struct study *study, const struct profile *p, const struct estimate *e,
                  double cycles) {
    return cycles * rounds_of(p, e) / (study->gpu->machine.core_mhz * 1e3);
}

void profile_finish(const struct study *study, const struct profile *p, struct estimate *e,
                    double cycles) {
    for (int b = 0; b < BOUND_LATENCY; b++)
        e->busy[b] = cycles > 0 ? p->busy[b] / cycles : 0;
    e->cycles = cycles * rounds_of(p, e);
    estimate_finish(e, study);
    if (study->dump)
        dump(study->dump, p, e);
}
