/* Different numbers of those used last: a new one takes the place of any of them, at random. */
#ifndef PERFMODEL_MEMORY_RANDOM_REPLACEMENT_H
#define PERFMODEL_MEMORY_RANDOM_REPLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/remainder.h"

enum { RECENT_MOST = 64, RECENT_CHAINS = 256 };

/* Start from random_set_none(). */
struct random_set {
    struct divisor n; /* that it has room for */
    uint64_t new;     /* counted */
    uint64_t last;
    uint64_t numbers[RECENT_MOST];
    /* Numbers with the same hash are a chain: the place + 1 of the first, and behind each place of
     * the next; 0 = none. */
    uint8_t first[RECENT_CHAINS], next[RECENT_MOST];
};

/* With room for n numbers, 1 to RECENT_MOST. */
struct random_set random_set_none(unsigned n);
/* Uses a number, which is not 0. True: it is not there, but is from now on. */
bool random_set_use(struct random_set *r, uint64_t number);

#endif
