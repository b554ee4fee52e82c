/* Arithmetic in double precision: what asks for it. */
#ifndef DIAG_FINDING_DOUBLE_USE_H
#define DIAG_FINDING_DOUBLE_USE_H

#include "analysis/ir/kernel.h"
#include "perfmodel/sim/counterfactual.h"

/* The first operation that a double literal makes one in double, where no data are in double: none
 * is loaded, given, or kept from one iteration to the next. Else NULL. */
const struct value *double_by_literal(const struct kernel *k);
/* The first operation that is computed in double, with a place in the source; or NULL. */
const struct value *double_first(const struct kernel *k);
/* All of them in float, and what converts between the two left out. */
extern const struct counterfactual double_as_float;

#endif
