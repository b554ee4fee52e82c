/* The kernel model as text, one line a thing, for -fclperf-dump=. */
#include <inttypes.h>

#include "analysis/ir/dump.h"
#include "analysis/ir/expr.h"
#include "analysis/ir/names.h"

static void dump_item(FILE *out, const struct kernel *k, const struct item *item) {
    if (item->kind == ITEM_BARRIER) {
        fprintf(out, "    barrier");
    } else if (item->kind == ITEM_ACCESS) {
        const struct access *a = &k->accesses[item->access];
        fprintf(out, "    %s %s %u bytes, access %u", op_text(k->values[a->value].op),
                space_text(a->space), a->bytes, item->access);
        if (a->guarded)
            fputs(", guarded", out);
    } else {
        fprintf(out, "    compute");
        for (int c = 0; c < CLASSES; c++)
            if (item->count[c])
                fprintf(out, " %s %u", class_text(c), item->count[c]);
        unsigned chain = 0;
        for (int c = 0; c < CLASSES; c++)
            chain += item->chain[c];
        fprintf(out, ", chain %u", chain);
    }
    for (uint32_t i = 0; i < item->n_waits; i++)
        fprintf(out, "%s%u", i ? "," : ", waits for ", item->waits[i]);
    fprintf(out, " @%u:%u\n", item->loc.line, item->loc.col);
}

static void dump_demand(FILE *out, const struct register_demand *d) {
    fprintf(out, ", %s %u to %u registers alive", d->target, d->least, d->overlapped);
    if (d->assigned)
        fprintf(out, ", %u numbered", d->assigned);
}

void dump_cfg(FILE *out, const struct kernel *k) {
    fprintf(out, "cfg of %s (%s view): %u blocks, %u accesses", k->name,
            k->view == VIEW_SOURCE ? "source" : "machine", k->n_blocks, k->n_accesses);
    for (uint32_t i = 0; i < k->n_demand; i++)
        if (k->demand[i].target)
            dump_demand(out, &k->demand[i]);
    fputc('\n', out);
    for (uint32_t i = 0; i < k->n_blocks; i++) {
        const struct block *b = &k->blocks[i];
        fprintf(out, "  block %u %s:", i, b->name);
        for (uint32_t s = 0; s < b->n_succs; s++)
            fprintf(out, " ->%u", b->succs[s]);
        if (b->idom != NONE)
            fprintf(out, " idom %u", b->idom);
        if (b->ipdom < k->n_blocks)
            fprintf(out, " ipdom %u", b->ipdom);
        if (b->loop != NONE)
            fprintf(out, " loop %u", b->loop);
        if (b->predicated)
            fputs(" predicated", out);
        fputc('\n', out);
        for (uint32_t n = 0; n < b->n_items; n++)
            dump_item(out, k, &k->items[b->first_item + n]);
    }
}

void dump_loops(FILE *out, const struct kernel *k) {
    fprintf(out, "loops of %s: %u\n", k->name, k->n_loops);
    for (uint32_t i = 0; i < k->n_loops; i++) {
        const struct loop *l = &k->loops[i];
        fprintf(out, "  loop %u %u:%u depth %u header %u trips ", i, l->loc.line, l->loc.col,
                l->depth, l->header);
        if (l->const_trips >= 0)
            fprintf(out, "%" PRId64, l->const_trips);
        else
            fputs(l->formula ? l->formula : "unknown", out);
        fprintf(out, " by %s\n", l->by ? l->by : "none");
    }
}

void dump_expr(FILE *out, struct arena *a, const struct kernel *k) {
    fprintf(out, "expressions of %s\n", k->name);
    for (uint32_t i = 0; i < k->n_accesses; i++) {
        const struct access *x = &k->accesses[i];
        const struct value *v = &k->values[x->value];
        fprintf(out, "  access %u %u:%u %s %s: %s\n", i, x->loc.line, x->loc.col, op_text(v->op),
                space_text(x->space), an_expr(a, k, v->args[0]));
    }
    for (uint32_t i = 0; i < k->n_branches; i++) {
        const struct branch *b = &k->branches[i];
        fprintf(out, "  branch %u %u:%u: %s\n", i, b->loc.line, b->loc.col,
                an_expr(a, k, k->values[b->value].args[0]));
    }
}
