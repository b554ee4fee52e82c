/* Nodes are items of the machine view: straight-line computation, one memory operation or barrier.
 * A transition has the issue and unit cycles of its source; a dependence from a load to what needs
 * its value has the latency that is left. The paper follows loops symbolically; here the trace has
 * taken them, and edges say how often a warp passes them. -fclperf-dump=wfg prints the graph for
 * Graphviz. The time is that of all warps' transitions, which the SM passes one after another, and
 * of one warp's dependences, as warps wait at the same time. The paper's text was not at hand but
 * for the equations that the survey prints. */
#include "perfmodel/survey/wfg.h"

#include <math.h>

#include "base/vec.h"
#include "perfmodel/result/profile.h"

double wfg_latency_bw(const struct wfg_bandwidth *b) {
    double missing = b->num_mem > 0 ? (b->cyc_mem - b->cyc_compute) / b->num_mem : 0;
    return fmax(0, missing) + b->simd_work / b->simd_engine;
}

double wfg_exposed(double latency, double other_warps, double cycles_each) {
    return fmax(0, latency - other_warps * cycles_each);
}

/* From one node to another: NONE is the beginning. */
struct edge {
    uint32_t from, to;
    double times;  /* that all warps of the round pass it */
    double cycles; /* each time */
    bool depends;
};

struct edges {
    VEC(struct edge) list;
};

struct graph {
    struct arena *arena;
    const struct kernel *k;
    const struct gpu *gpu;
    const struct item_cost *costs;
    struct edges *into; /* by item; at n_items, those of the end */
    uint32_t *item_of;  /* by access */
    double exposed;     /* of an average load */
    bool *under_way;    /* by access, of the warp that is followed */
};

static struct edge *edge_at(struct graph *g, uint32_t from, uint32_t to, bool depends) {
    struct edges *e = &g->into[to];
    for (size_t i = 0; i < e->list.n; i++)
        if (e->list.at[i].from == from && e->list.at[i].depends == depends)
            return &e->list.at[i];
    vec_push(g->arena, &e->list, (struct edge){from, to, 0, 0, depends});
    return &e->list.at[e->list.n - 1];
}

/* Cycles of the SM for the item: those of its busiest unit. */
static double node_cycles(const struct graph *g, uint32_t item) {
    if (item == NONE)
        return 0;
    double per_sm = g->gpu->issue.schedulers_per_sm * g->gpu->issue.issue_per_scheduler;
    if (g->k->items[item].kind != ITEM_COMPUTE)
        return 1 / per_sm;
    double cycles = g->costs[item].slots / per_sm;
    for (int p = 0; p < PORTS; p++)
        cycles = fmax(cycles, g->costs[item].port[p] / g->gpu->issue.schedulers_per_sm);
    return cycles;
}

static bool is_global(const struct graph *g, uint32_t access) {
    return g->k->accesses[access].space == SPACE_GLOBAL ||
           g->k->accesses[access].space == SPACE_GENERIC;
}

/* All that is under way is there with what the item waits for. */
static void add_dependence(struct graph *g, uint32_t item, double weight) {
    const struct item *n = &g->k->items[item];
    bool waits = false;
    for (uint32_t i = 0; i < n->n_waits; i++) {
        if (!g->under_way[n->waits[i]] || !is_global(g, n->waits[i]))
            continue;
        struct edge *e = edge_at(g, g->item_of[n->waits[i]], item, true);
        e->times += waits ? 0 : weight;
        e->cycles = g->exposed;
        waits = true;
    }
    for (uint32_t i = 0; waits && i < g->k->n_accesses; i++)
        g->under_way[i] = false;
}

static void follow(struct graph *g, const struct warp_trace *w, const double *weight) {
    uint32_t last = NONE;
    for (size_t i = 0; i < w->n_ops; i++) {
        uint32_t item = w->ops[i].item;
        if (item == NONE)
            continue;
        struct edge *e = edge_at(g, last, item, false);
        e->times += weight[i];
        e->cycles = node_cycles(g, last);
        add_dependence(g, item, weight[i]);
        const struct item *n = &g->k->items[item];
        if (n->kind == ITEM_ACCESS && g->k->accesses[n->access].kind != ACCESS_STORE)
            g->under_way[n->access] = true;
        last = item;
    }
    struct edge *end = edge_at(g, last, g->k->n_items, false);
    end->times += 1;
    end->cycles = node_cycles(g, last);
}

static const char *node_kind(const struct graph *g, const struct item *n) {
    if (n->kind == ITEM_COMPUTE)
        return "compute";
    if (n->kind == ITEM_BARRIER)
        return "barrier";
    static const char *const kinds[] = {"load", "store", "atomic"};
    return kinds[g->k->accesses[n->access].kind];
}

static void dump_edge(FILE *out, const struct edge *e, double warps) {
    if (e->from == NONE)
        fprintf(out, "  start");
    else
        fprintf(out, "  n%u", e->from);
    fprintf(out, " -> n%u [label=\"%.3g cycles, %.4g times\"%s]\n", e->to, e->cycles,
            e->times / warps, e->depends ? ", style=dashed" : "");
}

static void dump(FILE *out, const struct graph *g, double warps) {
    fprintf(out, "digraph \"%s\" {\n  start [shape=point]\n  n%u [label=\"end\"]\n", g->k->name,
            g->k->n_items);
    for (uint32_t i = 0; i < g->k->n_items; i++)
        fprintf(out, "  n%u [label=\"%s %u:%u\"]\n", i, node_kind(g, &g->k->items[i]),
                g->k->items[i].loc.line, g->k->items[i].loc.col);
    for (uint32_t to = 0; to <= g->k->n_items; to++)
        for (size_t i = 0; i < g->into[to].list.n; i++)
            dump_edge(out, &g->into[to].list.at[i], warps);
    fprintf(out, "}\n");
}
static struct wfg_bandwidth bandwidth(const struct gpu *g, const struct profile *p) {
    double requests = profile_global(p).requests;
    return (struct wfg_bandwidth){.cyc_compute = p->compute / p->warps,
                                  .cyc_mem =
                                      requests * profile_request_time(g, p).service / p->warps,
                                  .num_mem = requests / p->warps,
                                  .simd_work = g->machine.warp_width,
                                  .simd_engine = g->units.rate_fp32};
}

/* Cycles of one round, from the graph and what is no edge of it: bandwidth, banks of local memory.
 */
static double round_cycles(const struct graph *g, const struct profile *p,
                           const struct wfg_bandwidth *b) {
    double transitions = 0, dependences = 0;
    for (uint32_t to = 0; to <= g->k->n_items; to++)
        for (size_t i = 0; i < g->into[to].list.n; i++) {
            const struct edge *e = &g->into[to].list.at[i];
            *(e->depends ? &dependences : &transitions) += e->times * e->cycles;
        }
    double waits = (wfg_latency_bw(b) - b->simd_work / b->simd_engine) * b->num_mem * p->warps;
    return transitions + dependences / p->warps + waits + p->passes;
}

static struct graph graph_of(struct arena *a, const struct study *study, const struct kernel *k) {
    struct graph g = {.arena = a,
                      .k = k,
                      .gpu = study->gpu,
                      .costs = item_costs_of_code(a, study->gpu, k, k, study->join)};
    g.into = NEW_ARRAY(a, struct edges, k->n_items + 1);
    g.item_of = NEW_ARRAY(a, uint32_t, k->n_accesses);
    for (uint32_t i = 0; i < k->n_items; i++)
        if (k->items[i].kind == ITEM_ACCESS)
            g.item_of[k->items[i].access] = i;
    return g;
}

static void follow_all(struct graph *g, const struct study *study, const struct trace *t) {
    const struct trace_changes *changes = whatif_changes(g->arena, &study->whatif, t);
    for (size_t i = 0; i < t->n_warps; i++) {
        g->under_way = NEW_ARRAY(g->arena, bool, g->k->n_accesses);
        follow(g, &t->warps[i], profile_weights(g->arena, &t->warps[i], changes));
    }
}

static const struct estimate *run(struct arena *a, const struct study *study) {
    struct estimate *e = NEW(a, struct estimate);
    e->model = "wfg";
    struct profile p = profile_of(a, study, e);
    const struct kernel *k = whatif_kernel(a, &study->whatif, e->trace->kernel);
    struct graph g = graph_of(a, study, k);
    struct wfg_bandwidth b = bandwidth(study->gpu, &p);
    double between = p.stalls > 0 ? p.compute / p.stalls : p.compute / p.warps;
    double latency = profile_request_time(study->gpu, &p).latency;
    g.exposed = wfg_exposed(latency, p.warps - 1, between);
    follow_all(&g, study, e->trace);
    if (study->graph)
        dump(study->graph, &g, p.warps);
    const struct estimate_detail all[] = {
        {"exposed latency", "cycles", "of a load that other warps do not hide", g.exposed},
        {"Latency_BW", "cycles", "that a global memory operation waits for bandwidth",
         wfg_latency_bw(&b)}};
    e->n_details = sizeof all / sizeof *all;
    e->details = arena_memdup(a, all, sizeof all);
    profile_finish(study, &p, e, round_cycles(&g, &p, &b));
    return e;
}

const struct model model_wfg = {.title = "the work flow graph: transitions, and dependences with "
                                         "the latency that is left (Baghsorkhi and others)",
                                .not_modelled =
                                    "which warps wait when, barriers' waits, groups that differ",
                                .run = run};
