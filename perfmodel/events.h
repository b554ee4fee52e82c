/* What happens next: numbered runners and when each can go on, the earliest first. Unlike
 * base/heap.h it keeps times that are no whole numbers, and what was taken last may come back to
 * its place, which is what a simulation does most of the time. */
#ifndef PERFMODEL_EVENTS_H
#define PERFMODEL_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

/* A runner and when it can go on. */
struct event {
    double time;
    uint32_t runner;
};

struct events {
    struct event *heap; /* earliest first; room for all runners */
    uint32_t n;
    bool taken_first; /* the first one is taken, and its place free */
};

void events_push(struct events *h, struct event e);

/* Takes the earliest one. events_settle() is due before the next. */
uint32_t events_pop(struct events *h);

/* Closes the gap that events_pop() left, if nothing came into it. */
void events_settle(struct events *h);

#endif
