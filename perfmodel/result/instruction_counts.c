#include "perfmodel/result/instruction_counts.h"

#include "analysis/ir/names.h"
#include "perfmodel/issue/issue.h"
#include "perfmodel/study/traces.h"

/* One execution of an item that machine code says nothing of, as its classes are lowered. */
static void add_lowered(struct instruction_counts *sum, const struct gpu *g,
                        const struct item *item, double often) {
    if (item->kind != ITEM_COMPUTE) {
        sum->all += often;
        return;
    }
    for (int c = 0; c < CLASSES; c++) {
        double n = item->count[c] ? item->count[c] * class_cost(g, (enum op_class)c).slots : 0;
        sum->kind[c] += often * n;
        sum->all += often * n;
    }
}

static void add_code(struct instruction_counts *sum, const struct item *item,
                     const struct item_code *code, double often) {
    double n = (double)code->count[CODE_INSTRUCTIONS] + (item->kind == ITEM_BARRIER);
    for (int kind = 0; kind < CODE_KINDS; kind++)
        sum->kind[kind] += often * (double)code->count[kind];
    sum->all += often * n;
    sum->by_code += often * n;
}

struct instruction_counts instruction_counts(struct arena *a, const struct study *study,
                                             const struct trace *t) {
    const struct code_join *join = t->kernel == study->machine ? study->join : NULL;
    struct instruction_counts sum = {.warps = (double)t->n_warps};
    for (size_t i = 0; i < t->n_warps; i++) {
        const struct warp_trace *w = &t->warps[i];
        const double *often = an_op_weights(a, w);
        for (size_t op = 0; op < w->n_ops; op++) {
            uint32_t number = w->ops[op].item;
            const struct item *item = number == NONE ? NULL : &t->kernel->items[number];
            if (item && join && join->joined[number])
                add_code(&sum, item, &join->items[number], often[op]);
            else if (item)
                add_lowered(&sum, study->gpu, item, often[op]);
        }
    }
    return sum;
}

static const char *kind_text(int kind) {
    return kind < CLASSES             ? class_text((enum op_class)kind)
           : kind == CODE_SCALAR_UNIT ? "scalar"
                                      : "scalar loads and branches";
}

void dump_instruction_counts(FILE *out, const struct instruction_counts *c) {
    const double warps = c->warps > 0 ? c->warps : 1;
    fprintf(out, "  instructions of a warp: %.4g, share in the code %.3g", c->all / warps,
            c->all > 0 ? c->by_code / c->all : 0);
    for (int kind = 0; kind < CODE_INSTRUCTIONS; kind++)
        if (c->kind[kind] > 0)
            fprintf(out, ", %s %.4g", kind_text(kind), c->kind[kind] / warps);
    fputc('\n', out);
}
