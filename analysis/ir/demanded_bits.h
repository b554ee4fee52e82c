/* Which values are needed with all of their bits: demanded-bits analysis for 32-bit registers. */
#ifndef ANALYSIS_IR_DEMANDED_BITS_H
#define ANALYSIS_IR_DEMANDED_BITS_H

#include "analysis/ir/kernel.h"

/* Whether the operation's low half depends on its operands' low halves only. */
bool is_modular(const struct value *v);
/* By value: whether more than its low 32 bits are needed, which above all addresses and indices of
 * local and constant memory are not. */
const bool *demanded_high_halves(struct arena *a, const struct kernel *k);

#endif
