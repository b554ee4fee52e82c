/* The orders of blocks in which registers are counted, and which of them is the compact one. */
#include <string.h>

#include "analysis/ir/query.h"
#include "base/heap.h"
#include "codegen/estimate/registers/dependences.h"
#include "codegen/estimate/registers/liveness.h"

/* As the machine view orders a block before loads move up, without what is not computed. */
static uint32_t keep_computed(const struct regs *r, const struct block *b, bool phis,
                              uint32_t *order) {
    uint32_t n = 0;
    const uint32_t *values = regs_compact(r, b);
    for (uint32_t i = 0; i < b->n_values; i++)
        if (r->computed[values[i]] && (!phis || r->k->values[values[i]].op == OP_PHI))
            order[n++] = values[i];
    return n;
}

struct orders regs_order_blocks(struct arena *a, const struct regs *r, bool overlapped) {
    const struct kernel *k = r->k;
    uint32_t *zeros = NEW_ARRAY(a, uint32_t, k->n_values);
    struct orders o = {NEW_ARRAY(a, const uint32_t *, k->n_blocks),
                       NEW_ARRAY(a, uint32_t, k->n_blocks)};
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        struct arena scratch = {0};
        uint32_t *order = NEW_ARRAY(a, uint32_t, k->blocks[b].n_values), n, more = 0;
        n = keep_computed(r, &k->blocks[b], overlapped, order);
        if (overlapped) {
            const uint32_t *rest = regs_order(&scratch, r, b, zeros, &more);
            memcpy(order + n, rest, more * sizeof *rest);
        }
        arena_free(&scratch);
        o.values[b] = order;
        o.n[b] = n + more;
    }
    return o;
}

/* With more words than this, compilers look for another order. */
enum { MANY_WORDS = 64 };

/* The order of a block that keeps few alive, whatever it costs in time; in place of the one in `o`.
 */
static void find_thrifty(struct arena *a, const struct liveness *l, struct orders *o,
                         uint32_t block) {
    struct arena scratch = {0};
    uint32_t *zeros = NEW_ARRAY(&scratch, uint32_t, l->r->k->n_values), more;
    uint32_t *order = NEW_ARRAY(a, uint32_t, l->r->k->blocks[block].n_values);
    uint32_t n = keep_computed(l->r, &l->r->k->blocks[block], true, order);
    const uint32_t *rest = regs_order_by_pressure(&scratch, l, block, zeros, &more);
    memcpy(order + n, rest, more * sizeof *rest);
    arena_free(&scratch);
    o->values[block] = order;
    o->n[block] = n + more;
}

static void make_compact(struct arena *a, struct block *b, const struct regs *r,
                         const struct orders *o, uint32_t block) {
    uint32_t n = o->n[block], *order = NEW_ARRAY(a, uint32_t, b->n_values);
    memcpy(order, o->values[block], n * sizeof *order);
    for (uint32_t i = 0; i < b->n_values; i++)
        if (!r->computed[b->values[i]])
            order[n++] = b->values[i];
    b->compact = order;
}

void regs_take_thriftier(struct arena *a, struct kernel *k, const struct liveness *l,
                         const struct count *c, struct orders *other) {
    struct arena own = {0};
    struct count second = *c;
    second.orders = other;
    uint64_t *set = NEW_ARRAY(&own, uint64_t, l->words);
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        uint32_t first = regs_block_pressure(l, c, b, set);
        uint32_t words = regs_block_pressure(l, &second, b, set);
        if (words < first)
            make_compact(a, &k->blocks[b], l->r, other, b);
        if (words <= MANY_WORDS || first <= MANY_WORDS)
            continue;
        find_thrifty(&own, l, other, b);
        if (regs_block_pressure(l, &second, b, set) < (words < first ? words : first))
            make_compact(a, &k->blocks[b], l->r, other, b);
    }
    for (uint32_t b = 0; b < k->n_blocks; b++)
        regs_order_units(a, k, b);
    arena_free(&own);
}

/* The order of a block's instructions as assemblers make it that hide latencies: whoever
 * stands on the longest chain to the block's end goes first, as soon as its operands are there, one
 * instruction per cycle; what waits for nothing fills the gaps. The textbook's list scheduling:
 * Muchnick, Advanced Compiler Design and Implementation, section 17.1. Latencies are those that
 * assemblers count on; they only decide what goes first.
 *
 * Not modelled: that schedulers hold back where registers run out; the caller limits the
 * result. */

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

/* The order of a block's instructions that compilers fall back to where registers run out: what
 * frees registers goes first; then what completes all its users at once, so that it need not be
 * kept; else what the first instruction waits for that is still to come. A greedy form of the
 * numbering of Sethi and Ullman, "The Generation of Optimal Code for Arithmetic Expressions" (JACM
 * 1970), for values with several users. */

struct thrift {
    struct arena *arena;
    struct dependences d;
    uint32_t *uses;    /* by register: nodes that use it and are still to come, and what follows */
    uint32_t *open;    /* by node: users of its value that wait for something else, too */
    uint32_t *waiting; /* by node: the sum of the nodes that it waits for; of one, that one */
    uint32_t *user;    /* by node: its first edge whose user is still to come */
    bool *taken;       /* by node */
    struct heap frees; /* ready nodes that take no more words than they free, by those */
    struct heap completes; /* ready nodes without open users */
    struct heap others;    /* ready nodes, by their first user that is still to come */
};

/* Most words that a node frees, so that keys are positive. */
enum { MOST_FREED = 1 << 16 };

static const struct value *value_of(const struct thrift *t, uint32_t node) {
    return &t->d.r->k->values[t->d.values[node]];
}

/* The register of a component of an operand, or NONE. */
static uint32_t operand(const struct thrift *t, const struct value *v, uint32_t arg,
                        uint32_t comp) {
    return t->d.r->of[t->d.r->first[v->args[arg]] + comp];
}

static uint32_t comps_of(const struct thrift *t, const struct value *v, uint32_t arg) {
    return regs_comps(&t->d.r->k->values[v->args[arg]]);
}

static void count_uses(struct thrift *t, uint32_t node) {
    const struct value *v = value_of(t, node);
    for (uint32_t a = 0; a < v->n_args; a++)
        for (uint32_t c = 0; c < comps_of(t, v, a); c++)
            if (operand(t, v, a, c) != NONE)
                t->uses[operand(t, v, a, c)]++;
}

/* Takes the uses away; returns the words of registers that nobody else uses. */
static int32_t end_uses(struct thrift *t, uint32_t node) {
    const struct value *v = value_of(t, node);
    int32_t words = 0;
    for (uint32_t a = 0; a < v->n_args; a++)
        for (uint32_t c = 0; c < comps_of(t, v, a); c++) {
            uint32_t reg = operand(t, v, a, c);
            if (reg != NONE && --t->uses[reg] == 0)
                words += t->d.r->words[reg];
        }
    return words;
}

/* Words that are alive more after the node than before it. */
static int32_t growth(struct thrift *t, uint32_t node) {
    const struct value *v = value_of(t, node);
    int32_t words = -end_uses(t, node);
    count_uses(t, node);
    for (uint32_t c = 0; c < regs_comps(v); c++) {
        uint32_t reg = t->d.r->first[t->d.values[node]] + c;
        words += t->uses[reg] ? t->d.r->words[reg] : 0;
    }
    return words;
}

/* The first user that is still to come, or the number of nodes. */
static uint32_t first_user(struct thrift *t, uint32_t node) {
    const struct dependence *edges = t->d.edges;
    while (t->user[node] < t->d.first[node + 1] &&
           (!edges[t->user[node]].data || t->taken[edges[t->user[node]].to]))
        t->user[node]++;
    return t->user[node] < t->d.first[node + 1] ? edges[t->user[node]].to : t->d.n;
}

static void add_ready(struct thrift *t, uint32_t node) {
    int32_t words = growth(t, node);
    if (words <= 0)
        heap_push(&t->frees, (uint32_t)(MOST_FREED + words), node);
    else if (t->open[node] == 0)
        heap_push(&t->completes, 0, node);
    else
        heap_push(&t->others, first_user(t, node), node);
}

/* The node waits for one other node only: that one completes it. */
static void await_last(struct thrift *t, uint32_t node) {
    uint32_t last = t->waiting[node];
    const struct dependence *edges = t->d.edges;
    for (uint32_t e = t->d.first[last]; e < t->d.first[last + 1]; e++)
        if (edges[e].to == node && edges[e].data && --t->open[last] == 0 && !t->d.waits[last])
            add_ready(t, last);
}

static void take(struct thrift *t, uint32_t node) {
    t->taken[node] = true;
    end_uses(t, node);
    for (uint32_t e = t->d.first[node]; e < t->d.first[node + 1]; e++) {
        uint32_t to = t->d.edges[e].to;
        t->waiting[to] -= node;
        if (--t->d.waits[to] == 1)
            await_last(t, to);
        else if (t->d.waits[to] == 0)
            add_ready(t, to);
    }
}

/* The best ready node, or NONE if the heap has none. */
static uint32_t pop_ready(struct thrift *t, struct heap *h) {
    while (h->items.n) {
        uint32_t key = heap_key(h), node = heap_pop(h);
        if (t->taken[node])
            continue;
        if (h != &t->others || first_user(t, node) == key)
            return node;
        heap_push(h, first_user(t, node), node);
    }
    return NONE;
}

static void prepare(struct thrift *t) {
    for (uint32_t n = 0; n < t->d.n; n++) {
        count_uses(t, n);
        t->user[n] = t->d.first[n];
        for (uint32_t e = t->d.first[n]; e < t->d.first[n + 1]; e++) {
            const struct dependence *edge = &t->d.edges[e];
            t->waiting[edge->to] += n;
            t->open[n] += edge->data && t->d.waits[edge->to] > 1;
        }
    }
    for (uint32_t n = 0; n < t->d.n; n++)
        if (t->d.waits[n] == 0)
            add_ready(t, n);
}

static const uint32_t *take_thriftily(struct thrift *t) {
    struct heap *heaps[] = {&t->frees, &t->completes, &t->others};
    uint32_t *order = NEW_ARRAY(t->arena, uint32_t, t->d.n), n = 0;
    while (n < t->d.n) {
        uint32_t node = NONE;
        for (size_t i = 0; i < sizeof heaps / sizeof *heaps && node == NONE; i++)
            node = pop_ready(t, heaps[i]);
        order[n++] = t->d.values[node];
        take(t, node);
    }
    return order;
}

const uint32_t *regs_order_by_pressure(struct arena *a, const struct liveness *l, uint32_t block,
                                       uint32_t *scratch, uint32_t *n) {
    const struct block *b = &l->r->k->blocks[block];
    const uint32_t *values = b->compact ? b->compact : b->values;
    struct thrift t = {.arena = a, .d = regs_depend(a, l->r, values, b->n_values, scratch)};
    uint64_t *out = NEW_ARRAY(a, uint64_t, l->words);
    t.uses = NEW_ARRAY(a, uint32_t, l->r->n);
    t.open = NEW_ARRAY(a, uint32_t, t.d.n);
    t.waiting = NEW_ARRAY(a, uint32_t, t.d.n);
    t.user = NEW_ARRAY(a, uint32_t, t.d.n);
    t.taken = NEW_ARRAY(a, bool, t.d.n);
    t.frees.arena = t.completes.arena = t.others.arena = a;
    regs_live_out(l, block, out);
    for (uint32_t reg = 0; reg < l->r->n; reg++)
        t.uses[reg] = has_bit(out, reg);
    prepare(&t);
    *n = t.d.n;
    return take_thriftily(&t);
}
