/* The trace as text, one line a thing, for -fclperf-dump=trace. */
#include <inttypes.h>

#include "analysis/ir/names.h"
#include "analysis/trace/trace.h"

static void dump_op(FILE *out, const struct trace *t, const struct warp_trace *w,
                    const struct trace_op *op) {
    if (op->item == NONE) {
        if (op->pattern == MARK_START)
            fprintf(out, "    sample\n");
        else
            fprintf(out, "    repeat %" PRIu64 " times since sample\n", op->address);
        return;
    }
    const struct item *item = &t->kernel->items[op->item];
    if (item->kind == ITEM_COMPUTE) {
        unsigned n = 0;
        for (int c = 0; c < CLASSES; c++)
            n += item->count[c];
        fprintf(out, "    compute %u @%u:%u\n", n, item->loc.line, item->loc.col);
    } else if (item->kind == ITEM_BARRIER) {
        fprintf(out, "    barrier @%u:%u\n", item->loc.line, item->loc.col);
    } else {
        const struct access *a = &t->kernel->accesses[item->access];
        const struct pattern *p = &t->patterns[op->pattern];
        fprintf(out, "    %s %s+%#" PRIx64 " lanes %d x %u bytes pattern %u%s @%u:%u\n",
                op_text(t->kernel->values[a->value].op), a->base ? a->base : "?",
                an_op_address(w, op), __builtin_popcountll(p->mask), p->bytes, op->pattern,
                p->scattered ? " scattered" : "", item->loc.line, item->loc.col);
    }
}

void dump_trace(FILE *out, const struct trace *t) {
    const char *reason = an_trace_reason(t);
    fprintf(out, "trace of %s: %zu warps of %u lanes, %zu patterns, %s%s%s\n", t->kernel->name,
            t->n_warps, t->warp_width, t->n_patterns, certainty_text(t->certain.level),
            reason ? ": " : "", reason ? reason : "");
    for (size_t i = 0; i < t->n_warps; i++) {
        const struct warp_trace *w = &t->warps[i];
        fprintf(out, "  group %" PRIu64 " warp %u: %u items, %zu ops\n", w->group, w->warp,
                w->items_active, w->n_ops);
        for (size_t o = 0; o < w->n_ops; o++)
            dump_op(out, t, w, &w->ops[o]);
    }
}
