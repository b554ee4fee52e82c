/* Time that warps wait for each other at a barrier. */
#include "analysis/ir/names.h"
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* Any barrier takes a little; less than this share of the kernel's time is no stall. */
static const double least_share = 0.1;

/* With more groups on a multiprocessor, others run while one waits, and smaller ones gain nothing.
 */
static const uint32_t most_groups = 4;

static bool seen_before(const struct kernel *k, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (k->items[i].kind == ITEM_BARRIER && loc_same(k->items[i].loc, k->items[n].loc))
            return true;
    return false;
}

/* The barrier holds nobody. */
static void let_pass(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    const struct kernel *k = t->kernel;
    bool *marks = NEW_ARRAY(x->arena, bool, k->n_items);
    for (uint32_t i = 0; i < k->n_items; i++)
        marks[i] = k->items[i].kind == ITEM_BARRIER && loc_same(k->items[i].loc, w->loc);
    x->no_wait = marks;
}

static const struct counterfactual no_wait = {.change = let_pass};

static void check(struct rule_context *c) {
    const struct kernel *k = c->result->kernel;
    const struct occupancy *o = &c->result->estimate->occupancy;
    if (o->warps_per_group < 2 || o->groups_per_sm > most_groups)
        return;
    for (uint32_t i = 0; i < k->n_items; i++) {
        const struct item *item = &k->items[i];
        if (item->kind != ITEM_BARRIER || !item->loc.line || seen_before(k, i))
            continue;
        struct rule_cost cost = rule_cost(c, &no_wait, item->loc, NULL);
        if (cost.ms < least_share * c->result->estimate->time_ms)
            continue;
        struct finding *f = rule_report(c, item->loc, cost, MSG_BARRIER_STALL, o->warps_per_group);
        if (o->groups_per_sm == 1)
            rule_note(c, f, (struct loc){0}, MSG_BARRIER_STALL_ALONE);
        else
            rule_note(c, f, (struct loc){0}, MSG_BARRIER_STALL_FEW, o->groups_per_sm);
    }
}

const struct rule rule_barrier_stall = {
    .info =
        {.id = "barrier-stall",
         .title = "Warps spend time waiting for each other at a barrier",
         .help =
             "A barrier holds every warp of the work-group until the **last one** is there. If "
             "the warps load before it, all of them wait for the slowest load; if few groups "
             "are resident, the multiprocessor has nothing else to run meanwhile.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "- Use smaller groups, so that several are resident and one computes while another "
             "waits.\n"
             "- Load the next tile into registers before working on the present one.\n"
             "- Give the work-items between two barriers more to do.\n"
             "- Where the data stay in one sub-group, `sub_group_barrier` is enough.\n"
             "\n"
             "```c\n"
             "/* before */\n"
             "tile[lid] = a[t * 256 + lid];\n"
             "barrier(CLK_LOCAL_MEM_FENCE);\n"
             "\n"
             "/* after: the load of the next tile is under way while this one is used */\n"
             "tile[lid] = next;\n"
             "barrier(CLK_LOCAL_MEM_FENCE);\n"
             "next = a[(t + 1) * 256 + lid];\n"
             "```\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Where the algorithm needs the whole group to agree at each step. The cost is what "
             "the kernel would take less if nobody waited there, which cannot always be "
             "had.\n" HELP_WORDS,
         .precision = "medium"},
    .check = check,
};
