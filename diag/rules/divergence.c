/* Branches that send work-items of one warp to different sides. */
#include "analysis/ir/expr.h"
#include "analysis/ir/names.h"
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

static const char *how_often(struct arena *a, const struct branch_counts *n) {
    double percent = 100.0 * (double)n->followed_divergent / (double)n->followed;
    if (n->followed_divergent == n->followed)
        return "each time";
    return arena_printf(
        a, percent < 10 ? "in %.2g %% of its executions" : "in %.0f %% of its executions", percent);
}

/* If the lanes of a warp agreed, fewer warps would run each side. */
static void agree(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    for (size_t i = 0; i < t->n_regions; i++) {
        const struct trace_region *r = &t->regions[i];
        x->weight[i] = r->parent == NONE ? 1 : x->weight[r->parent];
        if (r->branch != NONE && loc_same(t->kernel->branches[r->branch].loc, w->loc))
            x->weight[i] *= r->share;
    }
}

static const struct counterfactual uniform_branch = {.change = agree};

static void check(struct rule_context *c) {
    const struct trace *t = c->result->trace;
    for (uint32_t i = 0; i < t->kernel->n_branches; i++) {
        const struct branch *b = &t->kernel->branches[i];
        const struct branch_counts *n = &t->branches[i];
        if (!n->followed_divergent)
            continue;
        struct rule_cost cost = rule_cost(c, &uniform_branch, b->loc, NULL);
        if (cost.ms < 0)
            continue;
        struct finding *f = rule_report(c, b->loc, cost, MSG_DIVERGENCE, how_often(c->arena, n));
        rule_note(c, f, (struct loc){0}, MSG_DIVERGENCE_UNIFORM,
                  an_expr(c->arena, t->kernel, t->kernel->values[b->value].args[0]));
    }
}

const struct rule rule_divergence = {
    .info =
        {.id = "divergence",
         .title = "Work-items of a warp take different sides of a branch",
         .help =
             "The work-items of a warp execute together. When a branch sends some of them one way "
             "and some the other, the warp walks **both sides, one after the other**, with the "
             "rest idle. A loop whose trip count differs within a warp lasts as long as its "
             "slowest work-item.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "Let the condition be the same for a whole warp.\n"
             "\n"
             "```c\n"
             "/* before: every second, fourth, eighth work-item goes on */\n"
             "for (int s = 1; s < n; s *= 2) {\n"
             "    if (lid % (2 * s) == 0)\n"
             "        sum[lid] += sum[lid + s];\n"
             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
             "}\n"
             "\n"
             "/* after: the work-items that go on are neighbours, so whole warps retire */\n"
             "for (int s = n / 2; s > 0; s /= 2) {\n"
             "    if (lid < s)\n"
             "        sum[lid] += sum[lid + s];\n"
             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
             "}\n"
             "```\n"
             "\n"
             "- Decide by `get_group_id`, or sort the work so that neighbours do the same.\n"
             "- Write a short side as `select(a, b, c)` or `c ? b : a`.\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "At the border of the work, where only a few of the warps diverge, and where one "
             "side does next to nothing.\n" HELP_WORDS,
         .precision = "high"},
    .check = check,
};
