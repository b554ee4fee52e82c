/* What is kept in memory where a kernel needs more registers than it may have. */
#ifndef CODEGEN_ESTIMATE_REGISTERS_SPILLS_H
#define CODEGEN_ESTIMATE_REGISTERS_SPILLS_H

#include "analysis/ir/kernel.h"
#include "codegen/estimate/targets/target.h"

/* Slots of 32 bits per work-item that are written, and read, around one item. */
struct item_spills {
    const uint32_t *stores, *loads; /* slot numbers */
    uint32_t n_stores, n_loads;
};

/* Where a compiler's code stores and loads spilled registers. */
enum spill_place { SPILLS_ONCE, SPILLS_IN_LOOPS, SPILL_PLACES };

/* Registers that instructions there store and load. */
struct spill_count {
    uint32_t stores, loads;
};

/* Registers that one work-item of a kernel needs, and what does not fit in them. */
struct register_use {
    const char *source; /* who counted: "ptxas", "amdgpu", "amdgpu-ir", "estimate", "live-ranges" */
    bool estimated;     /* no compiler did */
    uint32_t per_item;
    uint32_t spill_bytes;                    /* registers kept in memory */
    uint32_t private_bytes;                  /* private variables in memory, those included */
    struct spill_count spills[SPILL_PLACES]; /* all 0: only the bytes are known */
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
