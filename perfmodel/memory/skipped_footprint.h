/* What loops bring to the L2 in the iterations that a sampled trace skips, so that what is asked
 * for again later is found there. */
#ifndef PERFMODEL_MEMORY_SKIPPED_FOOTPRINT_H
#define PERFMODEL_MEMORY_SKIPPED_FOOTPRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* `span` bytes at `first`, and `count - 1` times more each `step` bytes further on. */
struct stretch {
    uint64_t first;
    int64_t step;
    uint64_t count, span;
};

struct skipped;

/* `bytes` is what the L2 holds. */
struct skipped *skipped_new(struct arena *a, double bytes);
/* Returns how many bytes of it nobody has brought before. */
double skipped_add(struct skipped *s, struct stretch stretch);
/* Something was brought that is not skipped. */
void skipped_pass(struct skipped *s, uint64_t bytes);
/* Whether a skipped iteration brought the address, and it can still be there. */
bool skipped_has(const struct skipped *s, uint64_t address);

#endif
