/* Work-groups that do so much more than the others that the launch waits for them. */
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* Times the average group's work from which a group is looked at on its own, as the model does. */
static const double heavy = 1.5;

static const struct counterfactual even_groups = {.even_groups = true};

static void check(struct rule_context *c) {
    const struct kernel_result *r = c->result;
    const struct balance *b = &r->estimate->balance;
    if (b->mean <= 0 || b->heaviest < heavy * b->mean || !certain_is_followed(r->trace->certain))
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
    .info =
        {.id = "load-imbalance",
         .title = "Some work-groups have much more to do than the others",
         .help =
             "A launch ends with its last work-group. If one of them has many times the work of "
             "the others, the GPU waits for it with **nearly all multiprocessors idle**.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "```c\n"
             "/* before: the last rows are the longest */\n"
             "int row = get_global_id(0);\n"
             "for (int j = 0; j < row; j++)\n"
             "    sum += a[row * n + j];\n"
             "\n"
             "/* after: a short and a long one together, half as many work-items */\n"
             "for (int r = row; r < n; r += n - 1 - 2 * row)\n"
             "    for (int j = 0; j < r; j++)\n"
             "        sum += a[r * n + j];\n"
             "```\n"
             "\n"
             "- Split long pieces, or let groups fetch pieces from a counter.\n"
             "- Spread what only one group does, or do it in a second kernel.\n"
             "- Let heavy groups start first.\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Where the launch is short, or where other kernels fill the "
             "gap.\n" HELP_WORDS,
         .precision = "high"},
    .check = check,
};
