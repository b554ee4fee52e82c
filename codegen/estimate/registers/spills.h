/* What is kept in memory where a kernel needs more registers than it may have. */
#ifndef CODEGEN_ESTIMATE_REGISTERS_SPILLS_H
#define CODEGEN_ESTIMATE_REGISTERS_SPILLS_H

#include "analysis/ir/kernel.h"
#include "codegen/code/register_use.h"
#include "codegen/estimate/targets/target.h"

/* Slots of 32 bits per work-item that are written, and read, around one item. */
struct item_spills {
    const uint32_t *stores, *loads; /* slot numbers */
    uint32_t n_stores, n_loads;
};

struct spills {
    uint32_t n_slots;
    const struct item_spills *of; /* by item */
};

/* Of a machine view whose work-items have that many registers for values. n_slots is 0 if all fit.
 */
const struct spills *cg_spills(struct arena *a, const struct kernel *k, uint32_t registers,
                               const struct target *t);
/* Spills as a compiler's code has them, by place, for the slots that it takes. NULL if the kernel
 * has no place for them. */
const struct spills *cg_spread_spills(struct arena *a, const struct kernel *k, uint32_t slots,
                                      const struct spill_count *counts);

#endif
