/* Private arrays that are in memory, because they are indexed at run time. */
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* " 'name'", bytes */
#define MSG_PRIVATE_ARRAY                                                                          \
    "the array%s is in {private memory} instead of registers: %u bytes for each {work-item}"
#define MSG_PRIVATE_ARRAY_INDEX                                                                    \
    "index it by constants, in loops that can be unrolled: registers cannot be indexed at run "    \
    "time"
#define MSG_PRIVATE_ARRAY_LARGE                                                                    \
    "no registers hold that much: make it smaller, compute its elements where they are used, or "  \
    "divide it among the {work-item}s of a {work-group} in {local memory}"

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

/* Private variables are in registers; their traffic is simulated. */
static const struct counterfactual in_registers = {.change = keep_arrays};

/* Bytes of which registers hold an array and all else beside it: half of what a work-item has at
 * most. */
enum { MOST_BYTES = 512 };

static void check(struct rule_context *c) {
    const struct register_use *use = &c->result->registers;
    const struct access *a =
        private_access(c->study->machine->accesses, c->study->machine->n_accesses);
    if (!a || use->private_bytes <= use->spill_bytes)
        return;
    struct rule_cost cost = rule_cost(c, &in_registers, a->loc, NULL);
    if (cost.ms < 0)
        return;
    struct finding *f = rule_report(c, a->loc, cost, MSG_PRIVATE_ARRAY,
                                    a->base ? arena_printf(c->arena, " '%s'", a->base) : "",
                                    use->private_bytes - use->spill_bytes);
    rule_note(c, f, (struct loc){0},
              use->private_bytes - use->spill_bytes > MOST_BYTES ? MSG_PRIVATE_ARRAY_LARGE
                                                                 : MSG_PRIVATE_ARRAY_INDEX);
}

const struct rule rule_private_array = {
    .traits = {.precision = "high"},
    .check = check,
};
