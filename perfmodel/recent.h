/* Different numbers of those used last: a new one takes the place of any of them, at random. */
#ifndef PERFMODEL_RECENT_H
#define PERFMODEL_RECENT_H

#include <stdbool.h>
#include <stdint.h>

enum { RECENT_MOST = 64, RECENT_WORDS = RECENT_MOST / 8 };

/* Start from recent_none(). */
struct recent {
    unsigned n;   /* that it has room for */
    uint64_t new; /* counted */
    uint64_t last;
    uint64_t numbers[RECENT_MOST];
    uint64_t marks[RECENT_WORDS]; /* a byte of each number's hash */
};

/* With room for n numbers, at most RECENT_MOST. */
struct recent recent_none(unsigned n);
/* Uses a number, which is not 0. True: it is not there, but is from now on. */
bool recent_use(struct recent *r, uint64_t number);

#endif
