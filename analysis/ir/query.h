/* Questions about a kernel that any stage may ask. */
#ifndef ANALYSIS_IR_QUERY_H
#define ANALYSIS_IR_QUERY_H

#include "analysis/ir/kernel.h"

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

/* Whether an access goes to memory that SMs share. */
static inline bool goes_through_l2(const struct access *a) {
    return a->space == SPACE_GLOBAL || a->space == SPACE_GENERIC;
}

static inline uint32_t max32(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* Which of the block's predecessors `from` is; their number if it is none. */
uint32_t block_predecessor(const struct block *b, uint32_t from);

/* Whether two accesses may be to the same memory, as far as their roots tell. */
bool may_alias(const struct access *x, const struct access *y);

/* Instructions of its class that the value stands for: one for each component, for two of fp16,
 * none if it is free. */
uint32_t instruction_count(const struct kernel *k, const struct value *v);

/* Whether a function rotates a word. */
bool is_rotation(const struct value *v);

/* By value: how often it is an operand. */
uint32_t *an_count_uses(struct arena *a, const struct kernel *k);

/* Dominance between many pairs of blocks, each in constant time: a walk over the dominator tree
 * numbers every block before and after what lies below it. */

struct dominance {
    const uint32_t *first, *last; /* by block: numbers of the blocks that it dominates */
};

struct dominance dominance_of(struct arena *a, const struct kernel *k);

/* Whether every way to block b leads through block a. */
static inline bool is_dominated(const struct dominance *d, uint32_t a, uint32_t b) {
    return d->first[a] <= d->first[b] && d->first[b] <= d->last[a];
}

#endif
