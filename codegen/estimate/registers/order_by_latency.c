/* The order of a block's instructions as assemblers make it that hide latencies: whoever
 * stands on the longest chain to the block's end goes first, as soon as its operands are there, one
 * instruction per cycle; what waits for nothing fills the gaps. The textbook's list scheduling:
 * Muchnick, Advanced Compiler Design and Implementation, section 17.1. Latencies are those that
 * assemblers count on; they only decide what goes first.
 *
 * Not modelled: that schedulers hold back where registers run out; the caller limits the
 * result. */
#include "analysis/ir/query.h"
#include "base/heap.h"
#include "codegen/estimate/registers/dependences.h"

struct order {
    struct dependences d;
    uint32_t *height; /* by node: cycles to the end of the block */
    uint32_t *ready;  /* cycle */
};

static uint32_t latency(const struct regs *r, const struct value *v) {
    const struct assumed_latencies *l = &r->target->latency;
    switch ((enum op)v->op) {
    case OP_LOAD:
    case OP_ATOMIC:
        return r->k->accesses[v->site].space == SPACE_LOCAL ? l->local : l->memory;
    case OP_FDIV:
    case OP_SDIV:
    case OP_UDIV:
    case OP_SREM:
    case OP_UREM:
        return l->memory;
    case OP_WORKITEM:
    case OP_MATH:
        return l->math;
    default:
        return l->alu;
    }
}

static uint32_t node_latency(const struct order *o, uint32_t node) {
    return latency(o->d.r, &o->d.r->k->values[o->d.values[node]]);
}

static void find_heights(struct order *o) {
    for (uint32_t n = o->d.n; n-- > 0;) {
        uint32_t own = node_latency(o, n), highest = 0;
        for (uint32_t e = o->d.first[n]; e < o->d.first[n + 1]; e++) {
            const struct dependence *edge = &o->d.edges[e];
            highest = max32(highest, o->height[edge->to] + (edge->data ? own : 0));
        }
        o->height[n] = highest + 1;
    }
}

static void release(struct order *o, struct heap *soon, uint32_t node, uint32_t cycle) {
    uint32_t own = node_latency(o, node);
    for (uint32_t e = o->d.first[node]; e < o->d.first[node + 1]; e++) {
        const struct dependence *edge = &o->d.edges[e];
        o->ready[edge->to] = max32(o->ready[edge->to], cycle + (edge->data ? own : 0));
        if (--o->d.waits[edge->to] == 0)
            heap_push(soon, o->ready[edge->to], edge->to);
    }
}

static const uint32_t *take_all(struct arena *a, struct order *o) {
    struct heap soon = {.arena = a}, now = {.arena = a};
    uint32_t *order = NEW_ARRAY(a, uint32_t, o->d.n), taken = 0;
    for (uint32_t n = 0; n < o->d.n; n++)
        if (o->d.waits[n] == 0)
            heap_push(&soon, 0, n);
    for (uint32_t cycle = 0; soon.items.n || now.items.n; cycle++) {
        if (!now.items.n)
            cycle = max32(cycle, heap_key(&soon));
        while (soon.items.n && heap_key(&soon) <= cycle) {
            uint32_t node = heap_pop(&soon);
            heap_push(&now, UINT32_MAX - o->height[node], node);
        }
        uint32_t node = heap_pop(&now);
        order[taken++] = o->d.values[node];
        release(o, &soon, node, cycle);
    }
    return order;
}

const uint32_t *regs_order(struct arena *a, const struct regs *r, uint32_t block, uint32_t *scratch,
                           uint32_t *n) {
    const struct block *b = &r->k->blocks[block];
    struct order o = {.d = regs_depend(a, r, b->values, b->n_values, scratch)};
    o.height = NEW_ARRAY(a, uint32_t, o.d.n);
    o.ready = NEW_ARRAY(a, uint32_t, o.d.n);
    find_heights(&o);
    *n = o.d.n;
    return take_all(a, &o);
}
