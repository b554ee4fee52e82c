/* Work-groups that do so much more than the others that the launch waits for them. */
#include "diag/finding/rules.h"
#include "perfmodel/model_constants.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* group, kernel, times the work */
#define MSG_IMBALANCE                                                                              \
    "{work-group} %llu of '%s' has %s times the work of an average one, and the launch waits for " \
    "it"
#define MSG_IMBALANCE_DIVIDE                                                                       \
    "divide the work evenly, or let the heavy {work-group}s start first; work is counted in "      \
    "{warp} "                                                                                      \
    "instructions"

/* --- what it finds --------------------------------------------------------- */

static const struct counterfactual even_groups = {.even_groups = true};

static void check(struct rule_context *c) {
    const struct kernel_result *r = c->result;
    if (!certain_is_followed(r->trace->certain))
        return;
    const struct balance *b = &study_estimate(c->study)->balance;
    if (b->mean <= 0 || b->heaviest < heavy_group * b->mean)
        return;
    struct rule_cost cost = rule_cost(c, &even_groups, r->kernel->loc, NULL);
    if (cost.ms < 0)
        return;
    struct finding *f =
        rule_report(c, r->kernel->loc, cost, MSG_IMBALANCE, (unsigned long long)b->heaviest_group,
                    r->kernel->name, diag_count(c->arena, b->heaviest / b->mean));
    rule_note(c, f, (struct loc){0}, MSG_IMBALANCE_DIVIDE);
}

const struct rule rule_load_imbalance = {
    .traits = {.by_launch = true, .precision = "high"},
    .check = check,
};
