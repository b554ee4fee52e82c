/* Launches of so few work-groups that most of the GPU stays empty. */
#include <math.h>

#include "diag/finding/fill.h"
#include "diag/finding/rules.h"
#include "perfmodel/occupancy/occupancy.h"
#include "perfmodel/scale/resident_groups.h"

/* --- what it says ---------------------------------------------------------- */

/* kernel, groups, "s", work-items, "s", multiprocessors, all of them, groups that fit */
#define MSG_SMALL                                                                                  \
    "'%s' runs in %llu {work-group}%s of %u {work-item}%s, on %.0f of %.0f {multiprocessor}s, "    \
    "which have room for %.0f"
/* work-items */
#define MSG_SMALL_MORE                                                                             \
    "divide the work among at least %.0f {work-item}s; the cost is what the same work would save " \
    "if it filled the GPU"

/* --- what it finds --------------------------------------------------------- */

/* Work-items that make a good group, where one has fewer than a warp. */
enum { GOOD_ITEMS = 256 };

static uint32_t items_of(const struct launch *l) {
    return (uint32_t)(l->local[0] * l->local[1] * l->local[2]);
}

/* What all work-items of the launch do, in operations. */
static double work_of(const struct study *study, const struct estimate *e) {
    double groups = 1;
    for (int d = 0; d < 3; d++)
        groups *= ceil((double)study->launch->global[d] / (double)study->launch->local[d]);
    return e->ops_per_warp * groups * items_of(study->launch);
}

/* The kernel in so many groups that they fill the GPU. */
static struct launch filling(const struct rule_context *c, const struct fill *now) {
    struct launch l = *c->result->launch;
    double times = ceil(now->most / now->groups);
    if (items_of(&l) < c->result->gpu->machine.warp_width) {
        uint64_t larger = GOOD_ITEMS / items_of(&l);
        times = ceil(times / (double)larger);
        l.global[0] *= larger;
        l.local[0] *= larger;
    }
    l.global[0] *= (uint64_t)times;
    return l;
}

/* Its time, less what the further work-items do in addition: where they share the same work, as
 * those do that go on by the launch's size, that is nothing. */
static struct rule_cost cost_of(const struct rule_context *c, const struct launch *full) {
    struct arena scratch = {0};
    struct study changed = study_relaunched(c->study, full);
    changed.registers = registers_in_group(changed.registers, changed.gpu, items_of(full));
    const struct estimate *now = study_estimate(c->study);
    const struct estimate *then = study_estimate_changed(&scratch, &changed);
    struct rule_cost cost = rule_no_cost;
    if (!then->deadline_reached && then->ops_per_warp > 0) {
        double share = fmin(1, work_of(c->study, now) / work_of(&changed, then));
        double overhead = now->launch_overhead_ms;
        double ms = now->time_ms - overhead - share * (then->time_ms - then->launch_overhead_ms);
        cost = (struct rule_cost){fmax(0, ms), fmax(0, ms) * now->low_ms / now->time_ms,
                                  fmax(0, ms) * now->high_ms / now->time_ms};
    }
    arena_free(&scratch);
    return cost;
}

static void check(struct rule_context *c) {
    const struct launch *l = c->result->launch;
    const struct fill now = fill_of(c->study);
    if (!fill_is_small(&now) || study_estimate(c->study)->bound == BOUND_LAUNCH)
        return;
    const struct launch full = filling(c, &now);
    struct rule_cost cost = cost_of(c, &full);
    if (cost.ms < 0)
        return;
    double sms = c->result->gpu->machine.sm_count;
    unsigned long long groups = study_round(c->study)->groups_total;
    struct finding *f =
        rule_report(c, c->result->kernel->loc, cost, MSG_SMALL, c->result->kernel->name, groups,
                    diag_plural(groups), items_of(l), diag_plural(items_of(l)), now.multiprocessors,
                    sms, now.most);
    rule_note(c, f, (struct loc){0}, MSG_SMALL_MORE,
              (double)(full.global[0] * full.global[1] * full.global[2]));
}

const struct rule rule_small_launch = {
    .traits = {.by_launch = true, .precision = "high"},
    .check = check,
};
