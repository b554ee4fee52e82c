/* Passes over a loaded kernel that need no LLVM. */
#ifndef ANALYSIS_PASSES_H
#define ANALYSIS_PASSES_H

#include "analysis/kernel.h"

static inline bool is_access(const struct value *v) {
    return v->op == OP_LOAD || v->op == OP_STORE || v->op == OP_ATOMIC;
}

/* Whether the block lies in the loop or in one inside it; the exit and NONE lie in none. */
static inline bool in_loop(const struct kernel *k, uint32_t block, uint32_t loop) {
    uint32_t l = block < k->n_blocks ? k->blocks[block].loop : NONE;
    while (l != NONE && l != loop)
        l = k->loops[l].parent;
    return l != NONE;
}

/* Whether the block ends an iteration of the loop. */
static inline bool is_latch(const struct kernel *k, uint32_t block, uint32_t loop) {
    for (uint32_t s = 0; s < k->blocks[block].n_succs; s++)
        if (k->blocks[block].succs[s] == k->loops[loop].header)
            return true;
    return false;
}

/* Whether every way to block b leads through block a. */
static inline bool dominates(const struct kernel *k, uint32_t a, uint32_t b) {
    while (b != NONE && b != a)
        b = k->blocks[b].idom;
    return b == a;
}

static inline uint32_t max32(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* All of the following, in order. */
void an_finish_kernel(struct arena *a, struct kernel *k);

/* addresses.c: equal address computations become one. For the machine view. */
void an_merge_addresses(struct arena *a, struct kernel *k);
/* offsets.c: addresses that differ by a constant share their computation. For the machine view. */
void an_offset_addresses(struct arena *a, struct kernel *k);
/* trips.c: formulas for loops that have none yet. */
void an_find_trips(struct arena *a, struct kernel *k);
/* unrolled.c: how often loops were unrolled at run time. */
void an_find_unrolled(struct arena *a, struct kernel *k);
/* streams.c: accesses that go on evenly from iteration to iteration. */
void an_find_streams(struct kernel *k);
/* classify.c: the instruction class of every value. */
void an_classify(struct arena *a, struct kernel *k);
/* classify.c: by value: whether more than its low 32 bits are needed, which above all addresses and
 * indices of local and constant memory are not. */
const bool *an_find_wide(struct arena *a, const struct kernel *k);
/* joined.c: what three-input instructions do in one; with the number of uses by value. Part of
 * classify.c's work on the machine view. */
void an_join(struct arena *a, struct kernel *k, const uint32_t *n_uses);
/* predicate.c: short blocks that are executed under a predicate. For the machine view. */
void an_predicate(struct kernel *k);
/* needed.c: marks what control flow and addresses depend on. */
void an_mark_needed(struct arena *a, struct kernel *k);
/* Whether two accesses may be to the same memory, as far as their roots tell. */
bool an_may_meet(const struct access *x, const struct access *y);
/* atomics.c: which atomics on local memory are settled, and which loads race with some. */
void an_settle_atomics(struct arena *a, struct kernel *k);
/* operands.c: loads of constant memory that instructions do themselves. For the machine view. */
void an_fold_operands(struct arena *a, struct kernel *k);
/* schedule.c: the order of instructions in a block. For the machine view. */
void an_schedule(struct arena *a, struct kernel *k);
/* items.c: cuts blocks into items for the simulator. */
void an_make_items(struct arena *a, struct kernel *k);
/* regs.c: registers per work-item from live ranges. For the machine view. */
void an_estimate_registers(struct arena *a, struct kernel *k);

#endif
