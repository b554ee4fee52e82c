/* Arithmetic in double precision on GPUs that do a small part of it for each operation in single
 * precision. */
#include <math.h>

#include "diag/finding/double_use.h"
#include "diag/finding/rules.h"

/* --- what it says ---------------------------------------------------------- */

/* kernel, GPU, operations */
#define MSG_DOUBLE_PRECISION                                                                       \
    "'%s' computes in double precision, of which %s does one operation in the time of %.0f in "    \
    "single precision"
#define MSG_DOUBLE_PRECISION_FLOAT                                                                 \
    "use float where its 24 bits suffice, and keep double for sums that need more"

/* --- what it finds --------------------------------------------------------- */

/* Operations in single precision for one in double: GPUs that are made for double do half. */
static const double least_ratio = 8;

static void check(struct rule_context *c) {
    const struct kernel *k = c->result->kernel;
    const struct gpu *g = c->result->gpu;
    const struct value *first = double_first(k);
    double ratio = g->units.rate_fp64 > 0 ? g->units.rate_fp32 / g->units.rate_fp64 : 0;
    if (!first || ratio < least_ratio || double_by_literal(k))
        return;
    struct rule_cost cost = rule_cost(c, &double_as_float, (struct loc){0}, NULL);
    if (cost.ms < 0)
        return;
    struct finding *f =
        rule_report(c, first->loc, cost, MSG_DOUBLE_PRECISION, k->name, g->name, round(ratio));
    rule_note(c, f, (struct loc){0}, MSG_DOUBLE_PRECISION_FLOAT);
}

const struct rule rule_double_precision = {
    .traits = {.precision = "high"},
    .check = check,
};
