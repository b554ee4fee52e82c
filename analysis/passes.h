/* Passes over a loaded kernel that need no LLVM. */
#ifndef ANALYSIS_PASSES_H
#define ANALYSIS_PASSES_H

#include "analysis/kernel.h"

/* All of the following, in order. */
void an_finish_kernel(struct arena *a, struct kernel *k);

/* classify.c: the instruction class of every value. */
void an_classify(struct arena *a, struct kernel *k);
/* needed.c: marks what control flow and addresses depend on. */
void an_mark_needed(struct arena *a, struct kernel *k);
/* items.c: cuts blocks into items for the simulator. In the machine view loads are moved up as a
 * compiler's scheduler does: ahead of computation that does not feed them. */
void an_make_items(struct arena *a, struct kernel *k);
/* regs.c: registers per work-item from live ranges. */
void an_estimate_registers(struct arena *a, struct kernel *k);

#endif
