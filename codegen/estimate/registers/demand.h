/* Registers per work-item from live ranges. */
#ifndef CODEGEN_ESTIMATE_REGISTERS_DEMAND_H
#define CODEGEN_ESTIMATE_REGISTERS_DEMAND_H

#include "codegen/estimate/targets/target.h"

/* Finds what a machine view's values take at the same time in the code of these targets, and which
 * orders of a block keep that low. */
void cg_estimate_registers(struct arena *a, struct kernel *k, target_set targets);

#endif
