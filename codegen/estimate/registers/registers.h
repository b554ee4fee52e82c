/* Which registers values take: between the passes that count and order them. */
#ifndef CODEGEN_ESTIMATE_REGISTERS_REGISTERS_H
#define CODEGEN_ESTIMATE_REGISTERS_REGISTERS_H

#include "analysis/ir/kernel.h"
#include "codegen/estimate/targets/target.h"

/* Registers by number. Every component of a value has one, and many share: an address with a
 * constant offset and the address, a vector and what it was put together from, an index and its
 * extension to 64 bits, which the address computation includes. */
struct regs {
    const struct kernel *k;
    const struct target *target;
    uint32_t *first; /* by value: its first component's place in of[] */
    uint32_t *of;    /* the register of a component, or NONE */
    uint32_t n;      /* registers are numbered below this, by their owners' components */
    uint32_t *owner; /* by register: the value that it belongs to */
    uint8_t *words;  /* by register: 32-bit registers that it takes */
    bool *computed;  /* by value: an instruction of its own, and somebody needs it */
};

struct regs regs_of(struct arena *a, const struct kernel *k, const struct target *t);

/* overlap_iterations.c: the kernel with several copies of what short loops do, but for the blocks
 * in `rest`.
 */
const struct kernel *regs_repeat(struct arena *a, const struct kernel *k, const bool *rest,
                                 struct overlapped_loops overlapped);

/* overlap_iterations.c: by access, in how many iterations of such a loop it is loaded before the
 * first load is waited for; 1 elsewhere. NULL: there is none. */
const uint8_t *regs_iterations_ahead(struct arena *a, const struct kernel *k, const bool *rest,
                                     struct overlapped_loops overlapped);

/* split_global_ids.c: the kernel with global ids as NVIDIA's compilers compute them. */
const struct kernel *regs_split_ids(struct arena *a, const struct kernel *k);

static inline uint32_t regs_comps(const struct value *v) {
    return v->comps ? v->comps : 1;
}

/* block_orders.c: the values of a block that are computed, in the order of an assembler that
 * hides latencies; `n` of them, without phis. `scratch` holds a 0 for every value, before and
 * after. */
const uint32_t *regs_order(struct arena *a, const struct regs *r, uint32_t block, uint32_t *scratch,
                           uint32_t *n);

/* uniformity.c: which values differ between the work-items of a warp. */
const bool *regs_varying(struct arena *a, const struct kernel *k);

/* Registers per work-item from live ranges. */

/* Finds what a machine view's values take at the same time in the code of these targets, and which
 * orders of a block keep that low. */
void cg_estimate_registers(struct arena *a, struct kernel *k, target_set targets);

#endif
