/* What of a block has to stand before what. */
#include "codegen/estimate/registers/dependences.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/ir/query.h"
#include "base/vec.h"

struct finder {
    struct arena *arena;
    const struct regs *r;
    uint32_t *values; /* nodes are positions in it */
    uint32_t n;
    uint32_t *node; /* by value: position + 1, 0: not among them */
    VEC(struct dependence) edges;
};

static bool is_fence(const struct value *v) {
    return v->op == OP_BARRIER || v->op == OP_CALL || v->op == OP_BR || v->op == OP_SWITCH ||
           v->op == OP_RET;
}

/* The last writes and the reads since, by address space. */
struct memory {
    uint32_t write[SPACE_GENERIC + 1]; /* node + 1 */
    VEC(uint32_t) reads[SPACE_GENERIC + 1];
};

static void add_edge(struct finder *o, uint32_t from, uint32_t to, bool data) {
    if (from != to)
        vec_push(o->arena, &o->edges, (struct dependence){from, to, data});
}

static void add_memory_edges(struct finder *o, struct memory *m, const struct value *v,
                             uint32_t node) {
    enum space s = o->r->k->accesses[v->site].space;
    bool constant = s == SPACE_CONSTANT;
    s = constant ? SPACE_GLOBAL : s;
    if (m->write[s] && !(constant && v->op == OP_LOAD))
        add_edge(o, m->write[s] - 1, node, false);
    if (v->op == OP_LOAD) {
        vec_push(o->arena, &m->reads[s], node);
        return;
    }
    for (size_t i = 0; i < m->reads[s].n; i++)
        add_edge(o, m->reads[s].at[i], node, false);
    m->reads[s].n = 0;
    m->write[s] = node + 1;
}

static void add_edges(struct finder *o) {
    struct memory m = {0};
    uint32_t fence = NONE;
    for (uint32_t n = 0; n < o->n; n++) {
        const struct value *v = &o->r->k->values[o->values[n]];
        for (uint32_t a = 0; a < v->n_args; a++)
            for (uint32_t c = 0; c < regs_comps(&o->r->k->values[v->args[a]]); c++) {
                uint32_t reg = o->r->of[o->r->first[v->args[a]] + c];
                uint32_t node = reg == NONE ? 0 : o->node[o->r->owner[reg]];
                if (node)
                    add_edge(o, node - 1, n, true);
            }
        if (fence != NONE)
            add_edge(o, fence, n, false);
        if (is_access(v))
            add_memory_edges(o, &m, v, n);
        if (!is_fence(v))
            continue;
        for (uint32_t i = fence == NONE ? 0 : fence + 1; i < n; i++)
            add_edge(o, i, n, false);
        fence = n;
        memset(&m, 0, sizeof m);
    }
}

static int by_source(const void *a, const void *b) {
    const struct dependence *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

/* Sorted, and every pair once. */
static void sort_edges(struct finder *o) {
    size_t n = 0;
    if (o->edges.n)
        qsort(o->edges.at, o->edges.n, sizeof *o->edges.at, by_source);
    for (size_t i = 0; i < o->edges.n; i++) {
        struct dependence *e = &o->edges.at[i];
        if (n && by_source(&o->edges.at[n - 1], e) == 0)
            o->edges.at[n - 1].data |= e->data;
        else
            o->edges.at[n++] = *e;
    }
    o->edges.n = n;
}

static struct dependences collect(struct finder *o) {
    struct dependences d = {o->r, o->values, o->n, o->edges.at, NULL, NULL};
    d.first = NEW_ARRAY(o->arena, uint32_t, o->n + 1);
    d.waits = NEW_ARRAY(o->arena, uint32_t, o->n);
    for (uint32_t n = 0, e = 0; n <= o->n; n++) {
        d.first[n] = e;
        for (; e < o->edges.n && o->edges.at[e].from == n; e++)
            d.waits[o->edges.at[e].to]++;
    }
    return d;
}

struct dependences regs_depend(struct arena *a, const struct regs *r, const uint32_t *values,
                               uint32_t n, uint32_t *scratch) {
    struct finder o = {.arena = a, .r = r, .node = scratch};
    o.values = NEW_ARRAY(a, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        if (r->computed[values[i]] && r->k->values[values[i]].op != OP_PHI) {
            o.values[o.n++] = values[i];
            o.node[values[i]] = o.n;
        }
    add_edges(&o);
    sort_edges(&o);
    for (uint32_t i = 0; i < o.n; i++)
        scratch[o.values[i]] = 0;
    return collect(&o);
}
