#include "perfmodel/result/flops.h"

#include "base/div_up.h"

static double operations(const struct value *v) {
    if (v->type != TYPE_FLOAT)
        return 0;
    switch (v->op) {
    case OP_FMA:
        return 2.0 * v->comps;
    case OP_FADD:
    case OP_FSUB:
    case OP_FMUL:
    case OP_FDIV:
    case OP_FREM:
        return v->comps;
    case OP_MATH:
        return v->cls == CLASS_FREE ? 0 : v->comps;
    default:
        return 0;
    }
}

static void add_value(struct flops *f, const struct value *v) {
    *(v->bits > 32 ? &f->fp64 : &f->fp32) += operations(v);
}

/* Of one work-item, by item: an item's values go on to where the next item of the block begins. */
static const struct flops *by_item(struct arena *a, const struct kernel *k) {
    struct flops *all = NEW_ARRAY(a, struct flops, k->n_items);
    for (uint32_t b = 0; b < k->n_blocks; b++) {
        const struct block *block = &k->blocks[b];
        uint32_t next = block->first_item, end = next + block->n_items;
        for (uint32_t i = 0; i < block->n_values; i++) {
            if (next < end && k->items[next].value == block->values[i])
                next++;
            if (next > block->first_item)
                add_value(&all[next - 1], &k->values[block->values[i]]);
        }
    }
    return all;
}

static void add_warp(struct arena *a, struct flops *sum, const struct trace *t,
                     const struct warp_trace *w, const struct flops *items) {
    const double *often = an_op_weights(a, w);
    for (size_t i = 0; i < w->n_ops; i++) {
        const struct trace_op *op = &w->ops[i];
        if (op->item == NONE)
            continue;
        double lanes = often[i] * w->items_active * t->regions[op->region].share;
        sum->fp32 += lanes * items[op->item].fp32;
        sum->fp64 += lanes * items[op->item].fp64;
    }
}

/* For how many work-groups each traced one stands: their mean work may differ from that of all. */
static double groups_each(const struct estimate *e) {
    const struct launch *l = e->trace->launch;
    double groups = 1;
    for (int d = 0; d < 3; d++)
        groups *= (double)div_up(l->global[d], l->local[d]);
    double heavier = e->balance.round > 0 ? e->balance.mean / e->balance.round : 1;
    return groups / (double)e->trace->n_groups * heavier;
}

struct flops flops_of(struct arena *a, const struct estimate *e) {
    struct flops sum = {0};
    const struct trace *t = e->trace;
    if (!t || !t->n_groups)
        return sum;
    const struct flops *items = by_item(a, t->kernel);
    for (size_t i = 0; i < t->n_warps; i++)
        add_warp(a, &sum, t, &t->warps[i], items);
    double each = groups_each(e);
    return (struct flops){sum.fp32 * each, sum.fp64 * each};
}
