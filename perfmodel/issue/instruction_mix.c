#include "perfmodel/issue/instruction_mix.h"

#include "analysis/ir/names.h"

static bool is_floating(enum op_class c) {
    return (c >= CLASS_FP16 && c <= CLASS_POW64) || class_is_matrix(c);
}

/* A port's cycles back to instructions of a warp. */
static double special_instructions(const struct gpu *g, const struct item_cost *c) {
    return c->port[PORT_SFU] * g->units.rate_sfu / g->issue.schedulers_per_sm /
           g->machine.warp_width;
}

static struct instruction_mix mix_of(const struct gpu *g, const struct item *item) {
    struct instruction_mix m = {0};
    for (int c = 0; c < CLASSES; c++) {
        double n = item->count[c];
        if (n <= 0)
            continue;
        struct item_cost cost = class_cost(g, (enum op_class)c);
        struct instruction_mix one = {cost.slots, cost.latency,
                                      is_floating((enum op_class)c) ? cost.slots : 0,
                                      special_instructions(g, &cost)};
        mix_add(&m, &one, n);
    }
    return m;
}

const struct instruction_mix *instruction_mixes(struct arena *a, const struct gpu *g,
                                                const struct kernel *k) {
    struct instruction_mix *all = NEW_ARRAY(a, struct instruction_mix, k->n_items);
    for (uint32_t i = 0; i < k->n_items; i++)
        all[i] = mix_of(g, &k->items[i]);
    return all;
}

void mix_add(struct instruction_mix *sum, const struct instruction_mix *m, double weight) {
    sum->count += weight * m->count;
    sum->latency += weight * m->latency;
    sum->floating += weight * m->floating;
    sum->special += weight * m->special;
}
