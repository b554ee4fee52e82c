/* Kernels that use no resource much, because their warps wait for memory. */
#include "diag/finding/fill.h"
#include "diag/finding/phrase.h"
#include "diag/finding/rules.h"

/* --- what it says ---------------------------------------------------------- */

/* kernel, resource, per cent */
#define MSG_LATENCY                                                                                \
    "{warp}s of '%s' wait for memory: the busiest resource, %s, is in use %.0f %% of the time"
#define MSG_LATENCY_MORE                                                                           \
    "start more loads before using the first; the cost is what twice as many under way would save"
/* warps, most of them, limit */
#define MSG_LATENCY_WARPS "let more {warp}s run: %u of %u are resident, limited by %s"

/* --- what it finds --------------------------------------------------------- */

/* Less than this share of the time is not what the kernel is about. */
static const double least_share = 0.15;

/* A resource that is in use for more of it leaves little to gain. */
static const double most_busy = 0.5;

static double busiest(const struct estimate *e, enum bound *which) {
    *which = BOUND_DRAM;
    for (int b = 0; b < BOUND_LATENCY; b++)
        if (e->busy[b] > e->busy[*which])
            *which = (enum bound)b;
    return e->busy[*which];
}

/* As if twice as many requests were under way. */
static struct rule_cost cost_of_waiting(const struct rule_context *c) {
    struct gpu faster = *c->study->gpu;
    struct study changed = study_changed(c->study);
    faster.cache.l1_latency /= 2;
    faster.cache.l2_latency /= 2;
    faster.dram.dram_latency /= 2;
    changed.gpu = &faster;
    return rule_cost_of(c, &changed);
}

static void check(struct rule_context *c) {
    const struct kernel_result *r = c->result;
    if (!certain_is_followed(r->trace->certain))
        return;
    const struct estimate *e = study_estimate(c->study);
    enum bound most;
    double share = busiest(e, &most);
    const struct fill fill = fill_of(c->study);
    if (e->bound != BOUND_LATENCY || share > most_busy || fill_is_small(&fill))
        return;
    struct rule_cost cost = cost_of_waiting(c);
    if (cost.ms < least_share * e->time_ms)
        return;
    struct finding *f = rule_report(c, r->kernel->loc, cost, MSG_LATENCY, r->kernel->name,
                                    diag_bound(most), 100 * share);
    rule_note(c, f, (struct loc){0}, MSG_LATENCY_MORE);
    if (e->occupancy.warps < e->occupancy.max_warps)
        rule_note(c, f, (struct loc){0}, MSG_LATENCY_WARPS, e->occupancy.warps,
                  e->occupancy.max_warps, rule_limiter(c));
}

const struct rule rule_latency_bound = {
    .traits = {.by_launch = true, .last_resort = true, .precision = "medium"},
    .check = check,
};
