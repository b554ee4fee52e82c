#include "perfmodel/sim/local_vectorize.h"

#include <stdlib.h>

#include "base/vec.h"

/* Loads that nothing keeps apart, in the order of the trace. */
struct stretch {
    VEC(const struct trace_op *) loads;
};

static int compare(const void *x, const void *y) {
    const struct trace_op *a = *(const struct trace_op *const *)x;
    const struct trace_op *b = *(const struct trace_op *const *)y;
    if (a->pattern != b->pattern)
        return a->pattern < b->pattern ? -1 : 1;
    return a->address < b->address ? -1 : a->address > b->address;
}

static void mark_neighbours(struct stretch *s, const struct trace *t, bool *joined) {
    const struct item *items = t->kernel->items;
    if (s->loads.n > 1)
        qsort(s->loads.at, s->loads.n, sizeof *s->loads.at, compare);
    for (size_t i = 1; i < s->loads.n; i++) {
        const struct trace_op *a = s->loads.at[i - 1], *b = s->loads.at[i];
        if (a->pattern != b->pattern || b->address - a->address != t->patterns[a->pattern].bytes)
            continue;
        joined[items[a->item].access] = true;
        joined[items[b->item].access] = true;
    }
    s->loads.n = 0;
}

static bool is_load(const struct trace *t, const struct trace_op *op) {
    const struct access *a = &t->kernel->accesses[t->kernel->items[op->item].access];
    return a->kind == ACCESS_LOAD && a->bytes == 4 && !t->patterns[op->pattern].scattered;
}

const bool *local_runs(struct arena *a, const struct trace *t) {
    bool *joined = NEW_ARRAY(a, bool, t->kernel->n_accesses);
    uint32_t *seen = NEW_ARRAY(a, uint32_t, t->kernel->n_items), number = 1;
    struct stretch s = {0};
    for (size_t o = 0; t->n_warps && o < t->warps[0].n_ops; o++) {
        const struct trace_op *op = &t->warps[0].ops[o];
        const struct item *item = op->item == NONE ? NULL : &t->kernel->items[op->item];
        bool local = item && item->kind == ITEM_ACCESS &&
                     t->kernel->accesses[item->access].space == SPACE_LOCAL;
        if (!item || item->kind == ITEM_BARRIER || seen[op->item] == number ||
            (local && !is_load(t, op))) {
            mark_neighbours(&s, t, joined);
            number++;
        }
        if (item)
            seen[op->item] = number;
        if (local && is_load(t, op))
            vec_push(a, &s.loads, op);
    }
    mark_neighbours(&s, t, joined);
    return joined;
}

bool local_pair_misaligned(const struct pattern *p) {
    for (uint64_t m = p->mask; m && !p->scattered; m &= m - 1)
        if (p->offset[__builtin_ctzll(m)] % (2 * (int64_t)p->bytes))
            return true;
    return false;
}
