/* What happens next: numbered warps and when each can go on, the earliest first. Unlike
 * base/heap.h it keeps times that are no whole numbers, and what was taken last may come back to
 * its place, which is what a simulation does most of the time. */
#ifndef PERFMODEL_SIM_EVENTS_H
#define PERFMODEL_SIM_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* A runner and when it can go on. */
struct event {
    double time;
    uint32_t sim_warp;
};

struct events {
    struct event *heap; /* earliest first; room for all warps */
    uint32_t places;    /* of the heap that are in use */
    bool taken_first;   /* the first one is taken, and its place free */
};

struct events *events_new(struct arena *a, uint32_t sim_warps);
/* Not before what was taken last. A runner waits for one event at a time. */
void events_push(struct events *h, struct event e);
bool events_left(const struct events *h);
/* Takes the earliest one; there must be one. */
uint32_t events_pop(struct events *h);
/* Whether the event would be the earliest one. */
bool events_is_next(const struct events *h, struct event e);

#endif
