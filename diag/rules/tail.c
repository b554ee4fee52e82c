/* A last wave of work-groups that leaves most of the GPU idle. */
#include <math.h>

#include "diag/finding/rules.h"
#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* kernel, rounds, groups at a time, groups in the last */
#define MSG_TAIL                                                                                   \
    "'%s' runs in %.0f rounds of up to %.0f {work-group}s, and the last round has only %.0f"
/* groups of whole rounds, of one multiprocessor, multiprocessors */
#define MSG_TAIL_EVEN                                                                              \
    "%.0f {work-group}s that loop over the data fill whole rounds, and smaller ones leave less "   \
    "idle: %u run on each of %.0f {multiprocessor}s at a time"

/* --- what it finds --------------------------------------------------------- */

static double groups_of(const struct launch *l) {
    double n = 1;
    for (int d = 0; d < 3; d++)
        n *= ceil((double)l->global[d] / (double)l->local[d]);
    return n;
}

static const struct counterfactual even_waves = {.even_waves = true};

static void check(struct rule_context *c) {
    const struct kernel_result *r = c->result;
    const struct occupancy *o = &study_round(c->study)->occupancy;
    double groups = groups_of(r->launch), wave = o->groups_per_sm * r->gpu->machine.sm_count;
    double last = fmod(groups, wave);
    double waves = groups / wave, most = 1 - waves / ceil(waves);
    if (groups <= wave || last == 0 || !rule_share_matters(c, most))
        return;
    struct rule_cost cost = rule_cost(c, &even_waves, r->kernel->loc, NULL);
    if (cost.ms < 0)
        return;
    struct finding *f = rule_report(c, r->kernel->loc, cost, MSG_TAIL, r->kernel->name,
                                    ceil(groups / wave), wave, last);
    rule_note(c, f, (struct loc){0}, MSG_TAIL_EVEN, floor(waves) * wave, o->groups_per_sm,
              r->gpu->machine.sm_count);
}

const struct rule rule_tail = {
    .traits = {.by_launch = true, .precision = "medium"},
    .check = check,
};
