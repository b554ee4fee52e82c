/* The last sixteen different numbers that were used. */
#ifndef PERFMODEL_RECENT_H
#define PERFMODEL_RECENT_H

#include <stdbool.h>
#include <stdint.h>

enum { RECENT = 16, RECENT_WORDS = RECENT / 8 };

/* Start from recent_none(). */
struct recent {
    uint64_t numbers[RECENT];
    uint64_t marks[RECENT_WORDS]; /* a byte of each number's hash */
    uint64_t order;               /* their places, four bits each: that used last lowest */
};

struct recent recent_none(void);
/* Uses a number, which is not 0. True: it is new, and the one not used for longest is forgotten. */
bool recent_use(struct recent *r, uint64_t number);

#endif
