/* Passes over a loaded machine view: what a GPU's compiler does behind LLVM's passes. */
#ifndef CODEGEN_ESTIMATE_MACHINE_MACHINE_H
#define CODEGEN_ESTIMATE_MACHINE_MACHINE_H

#include "analysis/ir/kernel.h"

/* address_offsets.c: equal address computations become one. */
void cg_merge_addresses(struct arena *a, struct kernel *k);
/* address_offsets.c: addresses that differ by a constant share their computation. */
void cg_offset_addresses(struct arena *a, struct kernel *k);
/* detect_unrolling.c: how often loops were unrolled. `source` is the kernel's source view. */
void cg_find_unrolled(struct arena *a, struct kernel *k, const struct kernel *source);
/* pack_pairs.c: what three-input instructions do in one. Classes must be known. */
void cg_fuse_three_input(struct arena *a, struct kernel *k);
/* pack_pairs.c: what packed arithmetic does in one. Classes must be known. */
void cg_pack(struct arena *a, struct kernel *k);
/* predication.c: short blocks that are executed under a predicate. */
void cg_predicate(struct kernel *k);
/* address_offsets.c: loads of constant memory that instructions do themselves. */
void cg_fold_operands(struct arena *a, struct kernel *k);
/* schedule.c: the order of instructions in a block. */
void cg_schedule(struct arena *a, struct kernel *k);

#endif
