/* Passes over a loaded kernel that need no LLVM. */
#ifndef ANALYSIS_PASSES_PASSES_H
#define ANALYSIS_PASSES_PASSES_H

#include "analysis/ir/kernel.h"

/* All of the following, in order. */
void an_finish_kernel(struct arena *a, struct kernel *k);

/* merge_addresses.c: equal address computations become one. For the machine view. */
void an_merge_addresses(struct arena *a, struct kernel *k);
/* address_offsets.c: addresses that differ by a constant share their computation. For the machine
 * view. */
void an_offset_addresses(struct arena *a, struct kernel *k);
/* trip_count.c: formulas for loops that have none yet. */
void an_find_trips(struct arena *a, struct kernel *k);
/* detect_unrolling.c: how often loops were unrolled at run time. */
void an_find_unrolled(struct arena *a, struct kernel *k);
/* streams.c: accesses that go on evenly from iteration to iteration. */
void an_find_streams(struct kernel *k);
/* classify.c: the instruction class of every value. */
void an_classify(struct arena *a, struct kernel *k);
/* fuse_three_input.c: what three-input instructions do in one; with the number of uses by value.
 * Part of classify.c's work on the machine view. */
void an_fuse_three_input(struct arena *a, struct kernel *k, const uint32_t *n_uses);
/* pack_pairs.c: what packed arithmetic does in one. Part of the same. */
void an_pack(struct arena *a, struct kernel *k);
/* predication.c: short blocks that are executed under a predicate. For the machine view. */
void an_predicate(struct kernel *k);
/* trace_slice.c: marks what control flow and addresses depend on. */
void an_mark_needed(struct arena *a, struct kernel *k);
/* commutative_atomics.c: which atomics on local memory give the same in any order, and which loads
 * race with some.
 */
void an_mark_commutative_atomics(struct arena *a, struct kernel *k);
/* fold_constant_loads.c: loads of constant memory that instructions do themselves. For the machine
 * view. */
void an_fold_operands(struct arena *a, struct kernel *k);
/* schedule.c: the order of instructions in a block. For the machine view. */
void an_schedule(struct arena *a, struct kernel *k);
/* make_items.c: cuts blocks into items for the simulator. */
void an_make_items(struct arena *a, struct kernel *k);
/* demand.c: registers per work-item from live ranges. For the machine view. */
void an_estimate_registers(struct arena *a, struct kernel *k);

#endif
