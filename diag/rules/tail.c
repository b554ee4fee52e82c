/* A last wave of work-groups that leaves most of the GPU idle. */
#include <math.h>

#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

static double groups_of(const struct launch *l) {
    double n = 1;
    for (int d = 0; d < 3; d++)
        n *= ceil((double)l->global[d] / (double)l->local[d]);
    return n;
}

static const struct counterfactual even_waves = {.even_waves = true};

static void check(struct rule_context *c) {
    const struct kernel_result *r = c->result;
    const struct occupancy *o = &r->estimate->occupancy;
    double groups = groups_of(r->launch), wave = o->groups_per_sm * r->gpu->machine.sm_count;
    double last = fmod(groups, wave);
    double waves = groups / wave, most = 1 - waves / ceil(waves);
    if (groups <= wave || last == 0 || !rule_cost_matters(c, most * r->estimate->time_ms))
        return;
    struct rule_cost cost = rule_cost(c, &even_waves, r->kernel->loc, NULL);
    if (cost.ms < 0)
        return;
    struct finding *f = rule_report(c, r->kernel->loc, cost, MSG_TAIL, r->kernel->name,
                                    ceil(groups / wave), wave, last);
    rule_note(c, f, (struct loc){0}, MSG_TAIL_EVEN, o->groups_per_sm, r->gpu->machine.sm_count);
}

const struct rule rule_tail = {
    .info =
        {.id = "tail",
         .title = "The last work-groups of a launch run while most of the GPU is idle",
         .help =
             "A GPU runs as many work-groups together as fit, and the launch is over when the "
             "**last one** is. If a few groups are left for the end, they take nearly as long as "
             "a full round, and most multiprocessors have nothing to do meanwhile.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "Choose the size of the groups, or the work of each work-item, so that the groups "
             "fill whole rounds, or so that there are many rounds and the last one matters less. "
             "A loop in steps of the global size runs with exactly one round of any size:\n"
             "\n"
             "```c\n"
             "/* before: 65 groups where 64 run together */\n"
             "y[get_global_id(0)] = f(x[get_global_id(0)]);\n"
             "\n"
             "/* after: launched with 64 groups */\n"
             "for (int i = get_global_id(0); i < n; i += get_global_size(0))\n"
             "    y[i] = f(x[i]);\n"
             "```\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Where other kernels run at the same time and fill the gap.\n" HELP_WORDS,
         .precision = "medium"},
    .check = check,
};
