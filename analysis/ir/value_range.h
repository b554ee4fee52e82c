/* Which integers a value can be in a launch: interval analysis along the value's operands, narrowed
 * by the branches that lead to where the value is used. What is loaded can be anything of its type;
 * nor is it known how often a loop runs, but for the conditions on the way to its body. */
#ifndef ANALYSIS_IR_VALUE_RANGE_H
#define ANALYSIS_IR_VALUE_RANGE_H

#include "analysis/ir/kernel.h"
#include "analysis/ir/launch.h"

/* From low to high, both included. */
struct range {
    int64_t low, high;
};

/* The value as a signed integer of its width, where it is used in that block; for what is no scalar
 * integer, all 64-bit integers. */
struct range an_range(const struct kernel *k, const struct launch *l, uint32_t value,
                      uint32_t block);

/* Which values are needed with all of their bits: demanded-bits analysis for 32-bit registers. */

/* Whether the operation's low half depends on its operands' low halves only. */
bool is_modular(const struct value *v);
/* By value: whether more than its low 32 bits are needed, which above all addresses and indices of
 * local and constant memory are not. */
const bool *demanded_high_halves(struct arena *a, const struct kernel *k);

#endif
