/* Dominance between many pairs of blocks, each in constant time: a walk over the dominator tree
 * numbers every block before and after what lies below it. */
#ifndef ANALYSIS_IR_DOMINANCE_H
#define ANALYSIS_IR_DOMINANCE_H

#include "analysis/ir/kernel.h"

struct dominance {
    const uint32_t *first, *last; /* by block: numbers of the blocks that it dominates */
};

struct dominance dominance_of(struct arena *a, const struct kernel *k);

/* Whether every way to block b leads through block a. */
static inline bool is_dominated(const struct dominance *d, uint32_t a, uint32_t b) {
    return d->first[a] <= d->first[b] && d->first[b] <= d->last[a];
}

#endif
