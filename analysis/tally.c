/* Tallies of traces that have operations. */
#include "analysis/patterns.h"

const struct trace *an_tallied(struct arena *a, const struct trace *t) {
    struct pattern_table table = {.arena = a};
    struct trace *tallied = arena_memdup(a, t, sizeof *t);
    for (size_t i = 0; i < t->n_warps; i++) {
        struct arena scratch = {0};
        const struct warp_trace *w = &t->warps[i];
        const double *often = an_op_weights(&scratch, w);
        for (size_t o = 0; o < w->n_ops; o++) {
            const struct trace_op *op = &w->ops[o];
            if (op->item != NONE && t->kernel->items[op->item].kind == ITEM_ACCESS)
                pattern_count(&table, t->kernel->items[op->item].access, op->pattern,
                              an_op_address(w, op), (uint64_t)often[o], true);
        }
        arena_free(&scratch);
    }
    tallied->tallies = table.tallies.at;
    tallied->n_tallies = table.tallies.n;
    return tallied;
}
