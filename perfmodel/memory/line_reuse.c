#include "perfmodel/memory/line_reuse.h"

#include "analysis/ir/query.h"
#include "perfmodel/memory/l2_sharing.h"

/* A request to the L1 or L2, so many times. Each lane's word of a private variable lies beside its
 * neighbours'. */
static void ask(struct asked *x, struct footprints *f, const struct trace *t,
                const struct warp_trace *w, const struct trace_op *op, double times) {
    const struct item *item = &t->kernel->items[op->item];
    if (item->kind != ITEM_ACCESS)
        return;
    const struct access *access = &t->kernel->accesses[item->access];
    if (access->space == SPACE_PRIVATE)
        x->private += times;
    else if (goes_through_l2(access))
        x->shared += times * footprint_at(f, op->pattern, an_op_address(w, op))->n_lines;
}

struct asked lines_asked_for(struct footprints *f, const struct trace *t) {
    struct asked all = {0};
    struct arena scratch = {0};
    for (size_t i = 0; i < t->n_warps; i++) {
        const struct warp_trace *w = &t->warps[i];
        const double *weights = an_op_weights(&scratch, w);
        for (size_t o = 0; o < w->n_ops; o++)
            if (w->ops[o].item != NONE)
                ask(&all, f, t, w, &w->ops[o], weights[o]);
    }
    arena_free(&scratch);
    return all;
}
