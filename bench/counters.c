#include "bench/counters.h"

#include <string.h>

#include "perfmodel/issue.h"
#include "perfmodel/metrics.h"

enum { MAX_NESTING = 64 };

/* Warp instructions of all warps of the trace, what lies between a start and its repeat as often as
 * it happens. */
static double instructions_of(struct arena *a, const struct gpu *g, const struct trace *t) {
    const struct item_cost *costs = item_costs(a, g, t->kernel);
    double sum[MAX_NESTING] = {0};
    for (size_t i = 0; i < t->n_warps; i++) {
        int depth = 0;
        for (size_t j = 0; j < t->warps[i].n_ops; j++) {
            const struct trace_op *op = &t->warps[i].ops[j];
            if (op->item != NONE) {
                sum[depth] += costs[op->item].slots;
            } else if (op->pattern == MARK_START) {
                depth += depth + 1 < MAX_NESTING;
                sum[depth] = 0;
            } else if (depth > 0) {
                depth--;
                sum[depth] += sum[depth + 1] * (1 + (double)op->address);
            }
        }
    }
    return sum[0];
}

struct totals {
    double requests, transactions, sectors;
};

static struct totals totals_of(const struct trace *t, const struct access_metrics *m,
                               enum access_kind kind, bool local) {
    struct totals sum = {0};
    for (uint32_t i = 0; i < t->kernel->n_accesses; i++) {
        const struct access *x = &t->kernel->accesses[i];
        bool global = x->space == SPACE_GLOBAL || x->space == SPACE_GENERIC;
        if (x->kind != kind || (local ? x->space != SPACE_LOCAL : !global))
            continue;
        sum.requests += m[i].requests;
        sum.transactions += local ? m[i].passes : m[i].segments128;
        sum.sectors += m[i].sectors32;
    }
    return sum;
}

static double ratio(double x, double y) {
    return y > 0 ? x / y : 0;
}

void counters_of(struct arena *a, const struct gpu *g, const struct estimate *e,
                 double regs_per_item, double out[COUNTERS]) {
    const struct trace *t = e->trace;
    memset(out, 0, COUNTERS * sizeof *out);
    out[COUNTER_occupancy] = ratio(e->occupancy.warps, e->occupancy.max_warps);
    out[COUNTER_regs] = regs_per_item;
    if (!t || !t->n_groups)
        return;
    const struct launch *l = t->launch;
    double groups = 1;
    for (int d = 0; d < 3; d++)
        groups *= (double)l->global[d] / (double)l->local[d];
    double scale = groups / (double)t->n_groups;
    const struct access_metrics *m = access_metrics(a, g, t);
    struct totals load = totals_of(t, m, ACCESS_LOAD, false);
    struct totals store = totals_of(t, m, ACCESS_STORE, false);
    struct totals shared_load = totals_of(t, m, ACCESS_LOAD, true);
    struct totals shared_store = totals_of(t, m, ACCESS_STORE, true);
#define GLOBAL(name)                                                                               \
    out[COUNTER_##name##_requests] = name.requests * scale;                                        \
    out[COUNTER_##name##_transactions] = name.transactions * scale;                                \
    out[COUNTER_##name##_transactions_per_request] = ratio(name.transactions, name.requests);
#define SECTORS(name)                                                                              \
    out[COUNTER_##name##_sectors] = name.sectors * scale;                                          \
    out[COUNTER_##name##_sectors_per_request] = ratio(name.sectors, name.requests);
    GLOBAL(load)
    SECTORS(load)
    GLOBAL(store)
    SECTORS(store)
    GLOBAL(shared_load) GLOBAL(shared_store)
#undef GLOBAL
#undef SECTORS
        double instructions = instructions_of(a, g, t);
    out[COUNTER_instructions] = instructions * scale;
    out[COUNTER_instructions_per_warp] = ratio(instructions, (double)t->n_warps);
    out[COUNTER_warps] = (double)t->n_warps * scale;
}

bool counters_find(const double counters[COUNTERS], const char *name, struct formula_value *out) {
    static const char *const names[COUNTERS] = {
#define X(name) #name,
        BENCH_COUNTERS(X)
#undef X
    };
    for (int i = 0; i < COUNTERS; i++) {
        if (strcmp(names[i], name) != 0)
            continue;
        *out = (struct formula_value){.number = counters[i]};
        return true;
    }
    return false;
}
