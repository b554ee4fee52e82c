/* Counting registers that are alive: between the passes that choose orders and count in them. */
#ifndef CODEGEN_ESTIMATE_REGISTERS_PRESSURE_H
#define CODEGEN_ESTIMATE_REGISTERS_PRESSURE_H

#include "codegen/estimate/registers/liveness.h"

/* Which registers are counted, and in which order. */
struct count {
    const struct target *target;
    const bool *skipped; /* by block: is not compiled this way */
    const bool *counted; /* by value: takes a register of the kind that is counted */
    const struct orders *orders;
    const uint8_t *words; /* by register: that it takes of that kind */
    const bool *varying;  /* by value: differs between the work-items of a warp */
    const bool *used;     /* by value: by another one */
};

/* temporaries.c: words that an instruction takes beside its operands and its result. */
uint32_t regs_temporaries(const struct liveness *l, const struct count *count, uint32_t n);

/* pressure.c: the highest pressure in a block, on the way back from what is alive at its end.
 */
uint32_t regs_block_pressure(const struct liveness *l, const struct count *count, uint32_t block,
                             uint64_t *set);
/* pressure.c: the highest pressure of counted values in the kernel. */
uint32_t regs_highest_pressure(struct arena *a, const struct liveness *l, const struct count *c);

/* block_orders.c: the blocks as the machine view has them, or as an assembler that overlaps what it
 * can. */
struct orders regs_order_blocks(struct arena *a, const struct regs *r, bool overlapped);
/* block_orders.c: where the order that should keep few alive keeps more than the other one, nobody
 * would take it: what keeps fewer becomes the compact one. The other one may be replaced. */
void regs_take_thriftier(struct arena *a, struct kernel *k, const struct liveness *l,
                         const struct count *c, struct orders *other);

#endif
