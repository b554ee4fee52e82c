/* Registers per work-item from live ranges. */
#ifndef CODEGEN_REGISTERS_DEMAND_H
#define CODEGEN_REGISTERS_DEMAND_H

#include "analysis/ir/kernel.h"

/* Finds what a machine view's values take at the same time, and which orders of a block keep that
 * low. */
void cg_estimate_registers(struct arena *a, struct kernel *k);

#endif
