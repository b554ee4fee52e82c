/* Loop variables: phis of a loop's header that one operation with one operand changes. */
#ifndef ANALYSIS_IR_INDUCTION_H
#define ANALYSIS_IR_INDUCTION_H

#include "analysis/ir/kernel.h"
#include "analysis/ir/launch.h"

struct induction {
    uint32_t phi, update;
    uint32_t start, step;
    enum op op; /* of the update: ADD, SUB, SHL, LSHR, ASHR, UDIV, SDIV, MUL */
};

/* The value without sign extensions, truncations and copies. */
uint32_t an_strip(const struct kernel *k, uint32_t v);
/* Whether a value is the same in every iteration: from outside the loop, or computed from what is.
 */
bool is_invariant(const struct kernel *k, uint32_t v, uint32_t loop);
/* Whether the operation can change an induction variable. */
bool is_step(enum op op);
/* Fills *iv if the phi in the loop's header is one variable with one step. */
bool an_match_induction(const struct kernel *k, uint32_t loop, uint32_t phi, struct induction *iv);

/* How far addresses go from one work-item, or one iteration of a loop, to the next. */

/* Of what the address is a function: the work-items of a dimension where `loop` is NONE, else the
 * iterations of that loop. */
struct stride_counter {
    uint32_t dimension, loop;
};

/* Bytes by which the value grows when the counter goes on by one, with the launch's arguments; NAN
 * where it is no sum of products of counters and arguments. */
double an_stride(const struct kernel *k, const struct launch *l, uint32_t value,
                 struct stride_counter of);

#endif
