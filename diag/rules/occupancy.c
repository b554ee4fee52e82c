/* Too few resident warps to hide latency. */
#include "diag/finding/rules.h"
#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* warps, most of them, kernel, registers or bytes */
#define MSG_OCCUPANCY_REGISTERS                                                                    \
    "only %u of %u {warp}s of '%s' fit on a {multiprocessor}: each {work-item} takes %u registers"
#define MSG_OCCUPANCY_LOCAL                                                                        \
    "only %u of %u {warp}s of '%s' fit on a {multiprocessor}: each {work-group} takes %u of its "  \
    "%g "                                                                                          \
    "bytes of {local memory}"
/* where the number of registers comes from */
#define MSG_OCCUPANCY_FEWER_REGISTERS                                                              \
    "keep fewer values alive, unroll less, or state the {work-group}'s size with {group bound}; "  \
    "registers counted by: %s"
#define MSG_OCCUPANCY_LESS_LOCAL                                                                   \
    "use smaller tiles or narrower types, so that more {work-group}s fit"

/* --- what it finds --------------------------------------------------------- */

/* Above this share of the resident warps, more of them seldom help. */
static const double enough = 0.5;

static void report_registers(struct rule_context *c, struct rule_cost cost) {
    const struct kernel_result *r = c->result;
    const struct occupancy *o = &study_round(c->study)->occupancy;
    struct finding *f = rule_report(c, r->kernel->loc, cost, MSG_OCCUPANCY_REGISTERS, o->warps,
                                    o->max_warps, r->kernel->name, r->registers.per_item);
    f->by_estimate = r->registers.estimated;
    rule_note(c, f, (struct loc){0}, MSG_OCCUPANCY_FEWER_REGISTERS, r->registers.source);
}

static void report_local(struct rule_context *c, struct rule_cost cost) {
    const struct kernel_result *r = c->result;
    const struct occupancy *o = &study_round(c->study)->occupancy;
    struct finding *f =
        rule_report(c, r->kernel->loc, cost, MSG_OCCUPANCY_LOCAL, o->warps, o->max_warps,
                    r->kernel->name, r->local_bytes, r->gpu->local.local_bytes_per_sm);
    rule_note(c, f, (struct loc){0}, MSG_OCCUPANCY_LESS_LOCAL);
}

static const struct counterfactual all_groups_fit = {.all_groups_fit = true};

static void check(struct rule_context *c) {
    const struct kernel_result *r = c->result;
    const struct occupancy *o = &study_round(c->study)->occupancy;
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
    .traits = {.by_launch = true, .by_registers = true, .precision = "medium"},
    .check = check,
};
