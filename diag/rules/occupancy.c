/* Too few resident warps to hide latency. */
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* Above this share of the resident warps, more of them seldom help. */
static const double enough = 0.5;

static void report_registers(struct rule_context *c, struct rule_cost cost) {
    const struct kernel_result *r = c->result;
    const struct occupancy *o = &r->estimate->occupancy;
    struct finding *f = rule_report(c, r->kernel->loc, cost, MSG_OCCUPANCY_REGISTERS, o->warps,
                                    o->max_warps, r->kernel->name, r->registers.per_item);
    rule_note(c, f, (struct loc){0}, MSG_OCCUPANCY_FEWER_REGISTERS, r->registers.source);
}

static void report_local(struct rule_context *c, struct rule_cost cost) {
    const struct kernel_result *r = c->result;
    const struct occupancy *o = &r->estimate->occupancy;
    struct finding *f =
        rule_report(c, r->kernel->loc, cost, MSG_OCCUPANCY_LOCAL, o->warps, o->max_warps,
                    r->kernel->name, r->local_bytes, r->gpu->local.local_bytes_per_sm);
    rule_note(c, f, (struct loc){0}, MSG_OCCUPANCY_LESS_LOCAL);
}

static const struct counterfactual all_groups_fit = {.all_groups_fit = true};

static void check(struct rule_context *c) {
    const struct kernel_result *r = c->result;
    const struct occupancy *o = &r->estimate->occupancy;
    bool can_change = o->limiter == LIMIT_REGISTERS || o->limiter == LIMIT_LOCAL_MEMORY;
    if (!can_change || o->warps >= enough * o->max_warps)
        return;
    struct rule_cost cost = rule_cost(c, &all_groups_fit, r->kernel->loc, NULL);
    if (cost.ms < 0)
        return;
    if (o->limiter == LIMIT_REGISTERS)
        report_registers(c, cost);
    else
        report_local(c, cost);
}

const struct rule rule_occupancy = {
    .info =
        {.id = "occupancy",
         .title = "Too few warps fit on a multiprocessor to hide its latencies",
         .help =
             "A multiprocessor hides the latency of memory and arithmetic by **switching to "
             "another warp**. How many warps it holds is limited by the registers and the local "
             "memory that they take, by the number of work-groups, and by their size. With too "
             "few of them it has nothing to switch to, and waits.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "Change what limits it, which the notes name.\n"
             "\n"
             "| limited by | try |\n"
             "|---|---|\n"
             "| registers | unroll less, keep fewer values alive, state the group size |\n"
             "| local memory | smaller tiles, narrower types |\n"
             "| group size | a multiple of the warp width, commonly 128 to 256 |\n"
             "| launch | more work-groups: split the work finer |\n"
             "\n"
             "```c\n"
             "/* before: 36 KiB of local memory for each group */\n"
             "__local float tile[96][96];\n"
             "\n"
             "/* after: 12 KiB, and the compiler knows the group's size */\n"
             "__attribute__((reqd_work_group_size(256, 1, 1)))\n"
             "__kernel void k(__global const float *a) {\n"
             "    __local float tile[32][96];\n"
             "```\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Where the kernel already reaches the limit of memory or arithmetic: more warps then "
             "gain nothing. Kernels with much work per work-item can do well with few "
             "warps.\n" HELP_WORDS,
         .by_registers = true,
         .precision = "medium"},
    .check = check,
};
