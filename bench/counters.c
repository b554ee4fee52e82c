#include "bench/counters.h"

#include <string.h>

#include "perfmodel/result/instruction_counts.h"
#include "perfmodel/result/site_metrics.h"
#include "perfmodel/study/traces.h"

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
        sum.transactions += local ? m[i].merged_passes : m[i].segments128;
        sum.sectors += m[i].sectors32;
    }
    return sum;
}

static double ratio(double x, double y) {
    return y > 0 ? x / y : 0;
}

/* `first` is the counter of requests; the others of its kind follow in the table's order. */
static void put_shared(double out[COUNTERS], enum counter first, struct totals t, double scale) {
    out[first] = t.requests * scale;
    out[first + 1] = t.transactions * scale;
    out[first + 2] = ratio(t.transactions, t.requests);
}

static void put_global(double out[COUNTERS], enum counter first, struct totals t, double scale) {
    out[first] = t.requests * scale;
    out[first + 1] = t.transactions * scale;
    out[first + 2] = t.sectors * scale;
    out[first + 3] = ratio(t.transactions, t.requests);
    out[first + 4] = ratio(t.sectors, t.requests);
}

static double groups_of(const struct launch *l) {
    double groups = 1;
    for (int d = 0; d < 3; d++)
        groups *= (double)l->global[d] / (double)l->local[d];
    return groups;
}

void counters_of(struct arena *a, const struct study *study, const struct estimate *e,
                 double out[COUNTERS]) {
    const struct gpu *g = study->gpu;
    const struct trace *t = e->trace;
    memset(out, 0, COUNTERS * sizeof *out);
    out[COUNTER_occupancy] = ratio(e->occupancy.warps, e->occupancy.max_warps);
    out[COUNTER_achieved_occupancy] = e->achieved_occupancy;
    out[COUNTER_regs] = study->registers.per_item;
    if (!t || !t->n_groups)
        return;
    double scale = groups_of(t->launch) / (double)t->n_groups;
    const struct access_metrics *m = access_metrics(a, g, study_tallied(a, t), false);
    put_global(out, COUNTER_load_requests, totals_of(t, m, ACCESS_LOAD, false), scale);
    put_global(out, COUNTER_store_requests, totals_of(t, m, ACCESS_STORE, false), scale);
    put_shared(out, COUNTER_shared_load_requests, totals_of(t, m, ACCESS_LOAD, true), scale);
    put_shared(out, COUNTER_shared_store_requests, totals_of(t, m, ACCESS_STORE, true), scale);
    double instructions = instruction_counts(a, study, t).all;
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
