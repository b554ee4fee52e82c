#include "perfmodel/issue/exec_graph.h"

#include <math.h>

#include "base/vec.h"

enum stage { STAGE_IF, STAGE_IS, STAGE_OC, STAGE_EX, STAGE_WB, STAGES };

/* An edge of D_B with its `lat`. */
struct edge {
    uint32_t from, to; /* steps */
    double lat;
};

struct graph {
    struct arena *arena;
    const struct exec_core *core;
    const struct exec_inst *insts;
    uint32_t n_steps;
    VEC(struct edge) edges; /* by `to`, which is a topological order */
};

static uint32_t step_of(uint32_t inst, enum stage stage) {
    return inst * STAGES + (uint32_t)stage;
}

/* From that stage of an earlier instruction, which is `back` before. */
static void add_edge(struct graph *g, uint32_t i, uint32_t back, enum stage stage, double lat) {
    if (back <= i && back > 0) {
        struct edge e = {step_of(i - back, stage), step_of(i, stage), lat};
        vec_push(g->arena, &g->edges, e);
    }
}

static void add_fetch(struct graph *g, uint32_t i) {
    add_edge(g, i, 1, STAGE_IF, 0);
    add_edge(g, i, g->core->fetched, STAGE_IF, g->core->fetch_gap);
}

static void add_issue(struct graph *g, uint32_t i) {
    const struct exec_inst *inst = &g->insts[i];
    struct edge fetched = {step_of(i, STAGE_IF), step_of(i, STAGE_IS), g->core->fetch_latency};
    vec_push(g->arena, &g->edges, fetched);
    if (i > 0)
        add_edge(g, i, 1, STAGE_IS, g->insts[i - 1].issue);
    for (uint32_t k = 0; k < inst->n_needs; k++) {
        struct edge data = {step_of(inst->needs[k], STAGE_WB), step_of(i, STAGE_IS), 1};
        vec_push(g->arena, &g->edges, data);
    }
}

/* Where a unit is there several times, an instruction waits for the last but as many. */
static void add_unit(struct graph *g, uint32_t i) {
    uint32_t to_skip = g->core->copies[g->insts[i].unit];
    for (uint32_t back = 1; back <= i; back++) {
        const struct exec_inst *earlier = &g->insts[i - back];
        if (earlier->unit == g->insts[i].unit && --to_skip == 0) {
            add_edge(g, i, back, STAGE_EX, earlier->use);
            return;
        }
    }
}

static struct graph build(struct arena *a, const struct exec_core *core,
                          const struct exec_inst *insts, uint32_t n) {
    struct graph g = {.arena = a, .core = core, .insts = insts, .n_steps = n * STAGES};
    for (uint32_t i = 0; i < n; i++) {
        add_fetch(&g, i);
        add_issue(&g, i);
        struct edge read = {step_of(i, STAGE_IS), step_of(i, STAGE_OC), core->issue_latency};
        struct edge execute = {step_of(i, STAGE_OC), step_of(i, STAGE_EX), insts[i].operands};
        struct edge write = {step_of(i, STAGE_EX), step_of(i, STAGE_WB), insts[i].latency};
        vec_push(a, &g.edges, read);
        vec_push(a, &g.edges, execute);
        add_unit(&g, i);
        vec_push(a, &g.edges, write);
        add_edge(&g, i, core->writebacks, STAGE_WB, 1);
    }
    return g;
}

/* Algorithm 1. In topological order the first round finds the fixed point, the second one sees
 * that nothing changes. */
double exec_time(struct arena *a, const struct exec_core *core, const struct exec_inst *insts,
                 uint32_t n) {
    struct graph g = build(a, core, insts, n);
    double *start = NEW_ARRAY(a, double, g.n_steps), t = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < g.edges.n; i++) {
            const struct edge *e = &g.edges.at[i];
            double earliest = start[e->from] + e->lat;
            if (start[e->to] >= earliest)
                continue;
            start[e->to] = earliest;
            t = fmax(t, earliest);
            changed = true;
        }
    }
    return t;
}
