/* What happens next: numbered runners and when each can go on, the earliest first, of those at the
 * same time the lowest number first. Unlike base/heap.h it keeps times that are no whole numbers.
 *
 * A calendar queue (Brown, Calendar queues: a fast O(1) priority queue implementation for the
 * simulation event set problem, CACM 1988): only the runners of today are in order. */
#ifndef PERFMODEL_EVENTS_H
#define PERFMODEL_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* A runner and when it can go on. */
struct event {
    double time;
    uint32_t runner;
};

struct waiting_runner;

enum { DAY_WORDS = 64, DAYS = DAY_WORDS * 64 };

struct events {
    struct waiting_runner *runners;
    uint32_t n;               /* of them that wait */
    uint32_t first, last;     /* of today, if first is not NOBODY */
    int64_t today;            /* its number since time 0 */
    uint32_t days[DAYS];      /* by number: one of the day's runners, if there are any */
    uint64_t busy[DAY_WORDS]; /* a bit per day with runners, but for today */
    uint64_t busy_words;      /* a bit per word that is not 0 */
};

struct events *events_new(struct arena *a, uint32_t runners);
/* Not before what was taken last. A runner waits for one event at a time. */
void events_push(struct events *q, struct event e);
/* Takes the earliest one; there must be one. */
uint32_t events_pop(struct events *q);
/* Whether the event would be the earliest one. */
bool events_is_next(const struct events *q, struct event e);

#endif
