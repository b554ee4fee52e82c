/* The order of a block's instructions as assemblers make it that hide latencies: whoever
 * stands on the longest chain to the block's end goes first, as soon as its operands are there, one
 * instruction per cycle; what waits for nothing fills the gaps. The textbook's list scheduling:
 * Muchnick, Advanced Compiler Design and Implementation, section 17.1. Latencies are those that
 * assemblers count on, the same for all GPUs: they only decide who goes first.
 *
 * Not modelled: that schedulers hold back where registers run out; the caller limits the
 * result. */
#include <stdlib.h>
#include <string.h>

#include "analysis/passes.h"
#include "analysis/regs.h"
#include "base/vec.h"

enum { LATENCY_ALU = 5, LATENCY_LOCAL = 22, LATENCY_MATH = 25, LATENCY_LONG = 30 };

struct edge {
    uint32_t from, to;
    bool data;
};

struct order {
    struct arena *arena;
    const struct regs *r;
    const uint32_t *values; /* to be ordered; nodes are positions in it */
    uint32_t n;
    uint32_t *node; /* by value: position + 1, 0: not among them */
    VEC(struct edge) edges;
    uint32_t *first_edge; /* by node, of edges sorted by `from` */
    uint32_t *height;     /* cycles to the end of the block */
    uint32_t *waits;      /* edges that are not fulfilled yet */
    uint32_t *ready;      /* cycle */
};

static uint32_t latency(const struct kernel *k, const struct value *v) {
    switch ((enum op)v->op) {
    case OP_LOAD:
    case OP_ATOMIC:
        return k->accesses[v->site].space == SPACE_LOCAL ? LATENCY_LOCAL : LATENCY_LONG;
    case OP_FDIV:
    case OP_SDIV:
    case OP_UDIV:
    case OP_SREM:
    case OP_UREM:
        return LATENCY_LONG;
    case OP_MATH:
        return LATENCY_MATH;
    default:
        return LATENCY_ALU;
    }
}

static bool is_fence(const struct value *v) {
    return v->op == OP_BARRIER || v->op == OP_CALL || v->op == OP_BR || v->op == OP_SWITCH ||
           v->op == OP_RET;
}

/* The last writes and the reads since, by address space. */
struct memory {
    uint32_t write[SPACE_GENERIC + 1]; /* node + 1 */
    VEC(uint32_t) reads[SPACE_GENERIC + 1];
};

static void add_edge(struct order *o, uint32_t from, uint32_t to, bool data) {
    if (from != to)
        vec_push(o->arena, &o->edges, (struct edge){from, to, data});
}

static void add_memory_edges(struct order *o, struct memory *m, const struct value *v,
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

static void add_edges(struct order *o) {
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
    const struct edge *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

/* Edges lead to later nodes only. */
static void find_heights(struct order *o) {
    o->first_edge = NEW_ARRAY(o->arena, uint32_t, o->n + 1);
    if (o->edges.n)
        qsort(o->edges.at, o->edges.n, sizeof *o->edges.at, by_source);
    for (uint32_t n = 0, e = 0; n <= o->n; n++) {
        o->first_edge[n] = e;
        while (e < o->edges.n && o->edges.at[e].from == n)
            e++;
    }
    for (uint32_t n = o->n; n-- > 0;) {
        uint32_t own = latency(o->r->k, &o->r->k->values[o->values[n]]), highest = 0;
        for (uint32_t e = o->first_edge[n]; e < o->first_edge[n + 1]; e++) {
            const struct edge *edge = &o->edges.at[e];
            highest = max32(highest, o->height[edge->to] + (edge->data ? own : 0));
            o->waits[edge->to]++;
        }
        o->height[n] = highest + 1;
    }
}

/* A binary heap, smallest first: what is compared above, the node below. */
struct heap {
    uint64_t *at;
    uint32_t n;
};

static void push(struct heap *h, uint32_t key, uint32_t node) {
    uint64_t item = (uint64_t)key << 32 | node;
    uint32_t i = h->n++;
    for (; i > 0 && item < h->at[(i - 1) / 2]; i = (i - 1) / 2)
        h->at[i] = h->at[(i - 1) / 2];
    h->at[i] = item;
}

static uint32_t pop(struct heap *h) {
    uint64_t first = h->at[0], last = h->at[--h->n];
    uint32_t i = 0;
    for (uint32_t child; (child = 2 * i + 1) < h->n; i = child) {
        child += child + 1 < h->n && h->at[child + 1] < h->at[child];
        if (last <= h->at[child])
            break;
        h->at[i] = h->at[child];
    }
    h->at[i] = last;
    return (uint32_t)first;
}

static void release(struct order *o, struct heap *soon, uint32_t node, uint32_t cycle) {
    uint32_t own = latency(o->r->k, &o->r->k->values[o->values[node]]);
    for (uint32_t e = o->first_edge[node]; e < o->first_edge[node + 1]; e++) {
        const struct edge *edge = &o->edges.at[e];
        o->ready[edge->to] = max32(o->ready[edge->to], cycle + (edge->data ? own : 0));
        if (--o->waits[edge->to] == 0)
            push(soon, o->ready[edge->to], edge->to);
    }
}

static const uint32_t *take_all(struct order *o) {
    struct heap soon = {NEW_ARRAY(o->arena, uint64_t, o->n), 0};
    struct heap now = {NEW_ARRAY(o->arena, uint64_t, o->n), 0};
    uint32_t *order = NEW_ARRAY(o->arena, uint32_t, o->n), taken = 0;
    for (uint32_t n = 0; n < o->n; n++)
        if (o->waits[n] == 0)
            push(&soon, 0, n);
    for (uint32_t cycle = 0; soon.n || now.n; cycle++) {
        if (!now.n)
            cycle = max32(cycle, (uint32_t)(soon.at[0] >> 32));
        while (soon.n && soon.at[0] >> 32 <= cycle) {
            uint32_t node = pop(&soon);
            push(&now, UINT32_MAX - o->height[node], node);
        }
        uint32_t node = pop(&now);
        order[taken++] = o->values[node];
        release(o, &soon, node, cycle);
    }
    return order;
}

const uint32_t *regs_order(struct arena *a, const struct regs *r, uint32_t block, uint32_t *node,
                           uint32_t *n) {
    const struct block *b = &r->k->blocks[block];
    uint32_t *values = NEW_ARRAY(a, uint32_t, b->n_values);
    struct order o = {.arena = a, .r = r, .values = values, .node = node};
    for (uint32_t i = 0; i < b->n_values; i++)
        if (r->computed[b->values[i]] && r->k->values[b->values[i]].op != OP_PHI) {
            values[o.n++] = b->values[i];
            o.node[b->values[i]] = o.n;
        }
    o.height = NEW_ARRAY(a, uint32_t, o.n);
    o.waits = NEW_ARRAY(a, uint32_t, o.n);
    o.ready = NEW_ARRAY(a, uint32_t, o.n);
    add_edges(&o);
    find_heights(&o);
    for (uint32_t i = 0; i < o.n; i++)
        node[values[i]] = 0;
    *n = o.n;
    return take_all(&o);
}
