/* Time that warps wait for each other at a barrier. */
#include "analysis/ir/names.h"
#include "diag/finding/exchange.h"
#include "diag/finding/rules.h"
#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* warps, "s" */
#define MSG_BARRIER_STALL "the %u {warp}s of a {work-group} wait for each other at this {barrier}"
#define MSG_BARRIER_STALL_ALONE                                                                    \
    "launch smaller {work-group}s: only one fits on a {multiprocessor}, so nothing runs meanwhile"
/* groups */
#define MSG_BARRIER_STALL_FEW                                                                      \
    "launch more and smaller {work-group}s, which run meanwhile: %u share a {multiprocessor} now"

/* --- what it finds --------------------------------------------------------- */

/* Any barrier takes a little; less than this share of the kernel's time is no stall. */
static const double least_share = 0.1;

/* With more groups on a multiprocessor, others run while one waits, and smaller ones gain nothing.
 */
static const uint32_t most_groups = 4;

static bool seen_before(const struct item *items, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (items[i].kind == ITEM_BARRIER && loc_same(items[i].loc, items[n].loc))
            return true;
    return false;
}

/* The barrier holds nobody. */
static void let_pass(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    const struct item *items = t->kernel->items;
    const uint32_t n_items = t->kernel->n_items;
    bool *marks = NEW_ARRAY(x->arena, bool, n_items);
    for (uint32_t i = 0; i < n_items; i++)
        marks[i] = items[i].kind == ITEM_BARRIER && loc_same(items[i].loc, w->loc);
    x->no_wait = marks;
}

static const struct counterfactual no_wait = {.change = let_pass};

static void check(struct rule_context *c) {
    const struct item *items = c->result->kernel->items;
    const uint32_t n_items = c->result->kernel->n_items;
    const struct occupancy *o = &study_round(c->study)->occupancy;
    const char *own;
    if (o->warps_per_group < 2 || o->groups_per_sm > most_groups || exchanges_nothing(c, &own))
        return;
    for (uint32_t i = 0; i < n_items; i++) {
        const struct item *item = &items[i];
        if (item->kind != ITEM_BARRIER || !item->loc.line || seen_before(items, i))
            continue;
        struct rule_cost cost = rule_cost(c, &no_wait, item->loc, NULL);
        if (cost.ms < least_share * study_estimate(c->study)->time_ms)
            continue;
        struct finding *f = rule_report(c, item->loc, cost, MSG_BARRIER_STALL, o->warps_per_group);
        if (o->groups_per_sm == 1)
            rule_note(c, f, (struct loc){0}, MSG_BARRIER_STALL_ALONE);
        else
            rule_note(c, f, (struct loc){0}, MSG_BARRIER_STALL_FEW, o->groups_per_sm);
    }
}

const struct rule rule_barrier_stall = {
    .traits = {.by_launch = true, .precision = "medium"},
    .check = check,
};
