/* Registers that did not suffice, so that values are in memory for a while. */
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* kernel, bytes */
#define MSG_SPILL "'%s' spills %u bytes of registers for each {work-item} to {private memory}"
/* registers, where their number comes from */
#define MSG_SPILL_REGISTERS                                                                        \
    "keep fewer values alive, or launch smaller {work-group}s: a {work-item} has %u registers "    \
    "(%s)"

/* --- what it finds --------------------------------------------------------- */

static void keep_registers(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    (void)w, (void)t;
    x->no_spills = true;
}

static const struct counterfactual no_spills = {.change = keep_registers};

/* Registers that do not fit, for the GPU or for a group of this size. Where nothing in the kernel
 * tells what they could be, the cost is not known. */
static void check(struct rule_context *c) {
    const struct kernel_result *r = c->result;
    const struct register_use *use = &r->registers;
    if (!use->spill_bytes)
        return;
    struct rule_cost cost = rule_no_cost;
    if (c->study->spills)
        cost = rule_cost(c, &no_spills, r->kernel->loc, NULL);
    if (c->study->spills && cost.ms < 0)
        return;
    struct finding *f =
        rule_report(c, r->kernel->loc, cost, MSG_SPILL, r->kernel->name, use->spill_bytes);
    f->by_estimate = use->estimated;
    rule_note(c, f, (struct loc){0}, MSG_SPILL_REGISTERS, use->per_item, use->source);
}

const struct rule rule_spill = {
    .traits = {.precision = "high"},
    .check = check,
};
