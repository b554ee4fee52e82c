/* Private variables that live in memory: arrays indexed at run time, and registers that did not
 * suffice. */
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* " 'name'", bytes */
#define MSG_SPILL_ARRAY                                                                            \
    "the array%s is in {private memory} instead of registers: %u bytes for each {work-item}"
#define MSG_SPILL_ARRAY_INDEX                                                                      \
    "index it by constants, in loops that can be unrolled: registers cannot be indexed at run "    \
    "time"
/* kernel, bytes */
#define MSG_SPILL "'%s' spills %u bytes of registers for each {work-item} to {private memory}"
/* registers, where their number comes from */
#define MSG_SPILL_REGISTERS                                                                        \
    "keep fewer values alive, or launch smaller {work-group}s: a {work-item} has %u registers "    \
    "(%s)"

/* --- what it finds --------------------------------------------------------- */

/* An access to private memory that has a place in the source, the array's first. */
static const struct access *private_access(const struct access *accesses, uint32_t n_accesses) {
    for (uint32_t i = 0; i < n_accesses; i++)
        if (accesses[i].space == SPACE_PRIVATE && accesses[i].loc.line)
            return &accesses[i];
    return NULL;
}

static void keep_arrays(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    (void)w, (void)t;
    x->no_private = true;
}

static void keep_registers(struct trace_changes *x, const struct whatif *w, const struct trace *t) {
    (void)w, (void)t;
    x->no_spills = true;
}

/* Private variables are in registers; registers suffice. */
static const struct counterfactual in_registers = {.change = keep_arrays};
static const struct counterfactual no_spills = {.change = keep_registers};

/* Arrays: their traffic is simulated. */
static void check_arrays(struct rule_context *c) {
    const struct register_use *use = &c->result->registers;
    const struct access *a =
        private_access(c->study->machine->accesses, c->study->machine->n_accesses);
    if (!a || use->private_bytes <= use->spill_bytes)
        return;
    struct rule_cost cost = rule_cost(c, &in_registers, a->loc, NULL);
    if (cost.ms < 0)
        return;
    struct finding *f = rule_report(c, a->loc, cost, MSG_SPILL_ARRAY,
                                    a->base ? arena_printf(c->arena, " '%s'", a->base) : "",
                                    use->private_bytes - use->spill_bytes);
    rule_note(c, f, (struct loc){0}, MSG_SPILL_ARRAY_INDEX);
}

/* Registers that do not fit, for the GPU or for a group of this size. Where nothing in the kernel
 * tells what they could be, the cost is not known. */
static void check_registers(struct rule_context *c) {
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
    rule_note(c, f, (struct loc){0}, MSG_SPILL_REGISTERS, use->per_item, use->source);
}

static void check(struct rule_context *c) {
    check_arrays(c);
    check_registers(c);
}

const struct rule rule_spill = {
    .traits = {.precision = "high"},
    .check = check,
};
