/* A rule with a counterfactual of its own: half of all operations. */
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

static void halve(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    (void)w;
    for (size_t i = 0; i < t->n_regions; i++)
        x->weight[i] = 0.5;
}

static const struct counterfactual half_work = {.change = halve};

static void check(struct rule_context *c) {
    struct loc loc = c->result->kernel->loc;
    struct rule_cost cost = rule_cost(c, &half_work, loc, NULL);
    if (cost.ms > 0)
        rule_report(c, loc, cost, "half of the work would do");
}

const struct rule rule_half_work = {
    .traits = {.precision = "low"},
    .check = check,
};
