/* Integer divisions and remainders: GPUs have no instruction for them. */
#include "analysis/ir/induction.h"
#include "analysis/ir/names.h"
#include "diag/finding/rules.h"
#include "perfmodel/sim/counterfactual.h"

/* --- what it says ---------------------------------------------------------- */

/* "division" or "remainder", bits */
#define MSG_DIVISION "%s of %u-bit integers, for which the GPU has no instruction"
/* name */
#define MSG_DIVISION_BY "; the divisor '%s' is the same for all {work-item}s"
#define MSG_DIVISION_INVARIANT "; the divisor does not change in the loop"
#define MSG_DIVISION_NARROW                                                                        \
    "compute it in 32 bits where the values fit: it takes a third of the time"
#define MSG_DIVISION_MULTIPLY                                                                      \
    "multiply by a reciprocal that is computed once, or make the divisor a constant; of a power "  \
    "of two a shift or a mask does"
#define MSG_DIVISION_AVOID                                                                         \
    "make the divisor a constant, or go on by sums and comparisons instead of dividing anew"

/* --- what it finds --------------------------------------------------------- */

/* By a known number it is a product, with a shift: of 32 bits as of 64. */
static const struct class_change product_classes[] = {{CLASS_IDIV, {CLASS_IMUL, CLASS_SHIFT}},
                                                      {CLASS_IDIV64, {CLASS_IMUL64, CLASS_INT64}}};
static const struct counterfactual as_product = {
    .classes = product_classes, .n_classes = sizeof product_classes / sizeof *product_classes};

/* A division of 64 bits is one of 32. */
static const struct class_change narrow_classes[] = {{CLASS_IDIV64, {CLASS_IDIV, CLASS_FREE}}};
static const struct counterfactual narrow = {
    .classes = narrow_classes, .n_classes = sizeof narrow_classes / sizeof *narrow_classes};

static bool divides(const struct value *v) {
    return v->cls == CLASS_IDIV || v->cls == CLASS_IDIV64;
}

/* Inlined again, or both quotient and remainder. */
static bool seen_before(const struct value *values, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (divides(&values[i]) && loc_same(values[i].loc, values[n].loc))
            return true;
    return false;
}

/* What the divisor is. */
struct divisor {
    const char *argument; /* of the kernel, or NULL */
    bool invariant;       /* in the innermost loop around */
};

static struct divisor divisor_of(const struct kernel *k, const struct value *v) {
    uint32_t by = an_strip(k, v->args[1]);
    const struct value *d = &k->values[by];
    uint32_t loop = v->block < k->n_blocks ? k->blocks[v->block].loop : NONE;
    return (struct divisor){.argument = d->op == OP_PARAM ? d->name : NULL,
                            .invariant = loop != NONE && is_invariant(k, by, loop)};
}

static struct finding *report(struct rule_context *c, const struct value *v,
                              const struct divisor *by, struct rule_cost cost) {
    const char *what = v->op == OP_UREM || v->op == OP_SREM ? "remainder" : "division";
    if (by->argument)
        return rule_report(c, v->loc, cost, MSG_DIVISION MSG_DIVISION_BY, what, v->bits,
                           by->argument);
    if (by->invariant)
        return rule_report(c, v->loc, cost, MSG_DIVISION MSG_DIVISION_INVARIANT, what, v->bits);
    return rule_report(c, v->loc, cost, MSG_DIVISION, what, v->bits);
}

/* A divisor that changes cannot become a product: what can be saved then is what 64 bits take more
 * than 32. */
static void check_one(struct rule_context *c, const struct value *v) {
    struct divisor by = divisor_of(c->result->kernel, v);
    bool known = by.argument || by.invariant, wide = v->cls == CLASS_IDIV64;
    if (!known && !wide)
        return;
    struct rule_cost cost = rule_cost(c, known ? &as_product : &narrow, v->loc, NULL);
    if (cost.ms < 0)
        return;
    struct finding *f = report(c, v, &by, cost);
    rule_note(c, f, (struct loc){0}, known ? MSG_DIVISION_MULTIPLY : MSG_DIVISION_AVOID);
    if (wide)
        rule_note(c, f, (struct loc){0}, MSG_DIVISION_NARROW);
}

static void check(struct rule_context *c) {
    const struct kernel *k = c->result->kernel;
    bool any = false;
    for (uint32_t i = 0; i < k->n_values && !any; i++)
        any = divides(&k->values[i]);
    double most = any ? rule_cost(c, &as_product, (struct loc){0}, NULL).ms : 0;
    if (most <= 0 || !rule_cost_matters(c, most))
        return;
    for (uint32_t i = 0; i < k->n_values; i++)
        if (divides(&k->values[i]) && k->values[i].loc.line && !seen_before(k->values, i))
            check_one(c, &k->values[i]);
}

const struct rule rule_integer_division = {
    .traits = {.precision = "high"},
    .check = check,
};
