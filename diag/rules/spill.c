/* Private variables that live in memory: arrays indexed at run time, and registers that did not
 * suffice. */
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* An access to private memory that has a place in the source, the array's first. */
static const struct access *private_access(const struct kernel *k) {
    for (uint32_t i = 0; i < k->n_accesses; i++)
        if (k->accesses[i].space == SPACE_PRIVATE && k->accesses[i].loc.line)
            return &k->accesses[i];
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
    const struct access *a = private_access(c->input->machine);
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
    if (c->input->spills)
        cost = rule_cost(c, &no_spills, r->kernel->loc, NULL);
    if (c->input->spills && cost.ms < 0)
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
    .info =
        {.id = "spill",
         .title = "Private variables do not fit in registers and live in memory",
         .help =
             "Private variables of a work-item belong in registers. An array whose **index is "
             "not a constant** cannot be there, and neither can what exceeds the registers that "
             "a work-item may have. Both go to memory, one place for each of thousands of "
             "work-items, and each use is a load or a store.\n"
             "\n"
             "### How to fix it\n"
             "\n"
             "```c\n"
             "/* before: the loop cannot be unrolled */\n"
             "float own[16];\n"
             "for (int i = 0; i < n; i++)\n"
             "    own[i] = a[i];\n"
             "\n"
             "/* after */\n"
             "#pragma unroll\n"
             "for (int i = 0; i < 16; i++)\n"
             "    own[i] = i < n ? a[i] : 0;\n"
             "```\n"
             "\n"
             "- Or keep the array in `__local` memory, one column for each work-item.\n"
             "- Against spilled registers: unroll less, keep fewer values alive, use smaller "
             "work-groups if their size is what limits the registers.\n"
             "\n"
             "### When to ignore it\n"
             "\n"
             "Where the array is used seldom: it then stays in the first "
             "cache.\n" HELP_WORDS,
         .precision = "high"},
    .check = check,
};
