/* Branches that send work-items of one warp to different sides. */
#include "analysis/ir/dump.h"
#include "analysis/ir/names.h"
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* "each time" or "in 12 % of its executions" */
#define MSG_DIVERGENCE "{warp}s take both sides of this branch %s, one after the other"
/* "each time" or "in 12 % of its executions" */
#define MSG_DIVERGENCE_WITHOUT                                                                     \
    "lanes of {warp}s that skip what this branch guards wait for the others %s"
/* condition */
#define MSG_DIVERGENCE_UNIFORM                                                                     \
    "let it depend on what a whole {warp} shares, or keep both sides short; the condition is %s"

/* --- what it finds --------------------------------------------------------- */

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

/* Whether one side of the branch is nothing: an `if` without `else`, or the end of a loop. */
static bool has_empty_side(const struct kernel *k, const struct branch *b) {
    const struct block *at = &k->blocks[k->values[b->value].block];
    for (uint32_t i = 0; i < at->n_succs; i++)
        if (at->succs[i] == at->ipdom)
            return true;
    return false;
}

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
        const char *often = how_often(c->arena, n);
        struct finding *f = has_empty_side(t->kernel, b)
                                ? rule_report(c, b->loc, cost, MSG_DIVERGENCE_WITHOUT, often)
                                : rule_report(c, b->loc, cost, MSG_DIVERGENCE, often);
        f->decided_by = t->kernel->values[b->value].args[0];
        rule_note(c, f, (struct loc){0}, MSG_DIVERGENCE_UNIFORM,
                  an_expr(c->arena, t->kernel, t->kernel->values[b->value].args[0]));
    }
}

const struct rule rule_divergence = {
    .traits = {.precision = "high"},
    .check = check,
};
