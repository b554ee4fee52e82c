/* Integer divisions and remainders: GPUs have no instruction for them. */
#include "analysis/ir/induction.h"
#include "analysis/ir/names.h"
#include "base/vec.h"
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

#define MSG_DIVISION_THIS "the same is true here, whose cost is counted above"
/* places, "s" */
#define MSG_DIVISION_MORE                                                                          \
    "the same is true here and in %zu more place%s, whose cost is counted above"

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

/* A value that a finding can be about. */
struct division {
    const struct value *value;
    struct divisor by;
    uint32_t divisor; /* the value itself */
    bool known, wide;
};

struct division_list {
    struct division *at;
    size_t n, cap;
};

/* Those that could be less, each place once. A divisor that changes cannot become a product: what
 * can be saved then is what 64 bits take more than 32. */
static struct division_list divisions(const struct rule_context *c) {
    const struct kernel *k = c->result->kernel;
    struct division_list l = {0};
    for (uint32_t i = 0; i < k->n_values; i++) {
        const struct value *v = &k->values[i];
        if (!divides(v) || !v->loc.line || seen_before(k->values, i))
            continue;
        struct divisor by = divisor_of(k, v);
        const struct division x = {v, by, an_strip(k, v->args[1]), by.argument || by.invariant,
                                   v->cls == CLASS_IDIV64};
        if (x.known || x.wide)
            vec_push(c->arena, &l, x);
    }
    return l;
}

/* Whether one change mends both: of one divisor a reciprocal, of those that change the width. */
static bool is_alike(const struct division *x, const struct division *y) {
    return x->value->cls == y->value->cls && x->known == y->known &&
           (!x->known || x->divisor == y->divisor);
}

/* One finding of all that are alike, with the cost of all. */
static void report_alike(struct rule_context *c, const struct division_list *l,
                         const struct division *x) {
    struct loc *also = NEW_ARRAY(c->arena, struct loc, l->n);
    size_t n = 0;
    for (const struct division *y = x + 1; y < l->at + l->n; y++)
        if (is_alike(x, y))
            also[n++] = y->value->loc;
    const struct whatif whatif = {.without = x->known ? &as_product : &narrow,
                                  .loc = x->value->loc,
                                  .also = also,
                                  .n_also = n};
    const struct study changed = study_without(c->study, &whatif);
    struct rule_cost cost = rule_cost_of(c, &changed);
    if (cost.ms < 0)
        return;
    struct finding *f = report(c, x->value, &x->by, cost);
    rule_note(c, f, (struct loc){0}, x->known ? MSG_DIVISION_MULTIPLY : MSG_DIVISION_AVOID);
    if (x->wide)
        rule_note(c, f, (struct loc){0}, MSG_DIVISION_NARROW);
    if (n == 1)
        rule_note(c, f, also[0], MSG_DIVISION_THIS);
    else if (n)
        rule_note(c, f, also[0], MSG_DIVISION_MORE, n - 1, diag_plural(n - 1));
}

static bool is_first(const struct division_list *l, const struct division *x) {
    for (const struct division *y = l->at; y < x; y++)
        if (is_alike(x, y))
            return false;
    return true;
}

static void check(struct rule_context *c) {
    const struct division_list l = divisions(c);
    double most = l.n ? rule_cost(c, &as_product, (struct loc){0}, NULL).ms : 0;
    if (most <= 0 || !rule_cost_matters(c, most))
        return;
    for (size_t i = 0; i < l.n; i++)
        if (is_first(&l, &l.at[i]))
            report_alike(c, &l, &l.at[i]);
}

const struct rule rule_integer_division = {
    .traits = {.precision = "high"},
    .check = check,
};
