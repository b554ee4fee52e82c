#include "perfmodel/reuse.h"

#include "perfmodel/sharing.h"

/* More samples in one another are not told apart. */
enum { MOST_NESTED = 16 };

/* A request to the L1 or L2. Each lane's word of a private variable lies beside its neighbours'. */
static void ask(struct asked *x, struct footprints *f, const struct trace *t,
                const struct warp_trace *w, const struct trace_op *op) {
    const struct item *item = &t->kernel->items[op->item];
    if (item->kind != ITEM_ACCESS)
        return;
    const struct access *access = &t->kernel->accesses[item->access];
    if (access->space == SPACE_PRIVATE)
        x->private ++;
    else if (sharing_through_l2(access))
        x->shared += footprint_at(f, op->pattern, an_op_address(w, op))->n_lines;
}

static struct asked asked_by_warp(struct footprints *f, const struct trace *t,
                                  const struct warp_trace *w) {
    struct asked x = {0}, before[MOST_NESTED];
    unsigned nested = 0;
    for (size_t i = 0; i < w->n_ops; i++) {
        const struct trace_op *op = &w->ops[i];
        if (op->item != NONE) {
            ask(&x, f, t, w, op);
        } else if (op->pattern == MARK_START) {
            if (nested < MOST_NESTED)
                before[nested] = x;
            nested++;
        } else if (nested && --nested < MOST_NESTED) {
            x.private += (x.private - before[nested].private) * (double)op->address;
            x.shared += (x.shared - before[nested].shared) * (double)op->address;
        }
    }
    return x;
}

struct asked lines_asked_for(struct footprints *f, const struct trace *t) {
    struct asked all = {0};
    for (size_t w = 0; w < t->n_warps; w++) {
        struct asked x = asked_by_warp(f, t, &t->warps[w]);
        all.private += x.private;
        all.shared += x.shared;
    }
    return all;
}
