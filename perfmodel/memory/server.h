/* A resource that works on one thing after another; first come, first served. Times in core
 * cycles. */
#ifndef PERFMODEL_MEMORY_SERVER_H
#define PERFMODEL_MEMORY_SERVER_H

#include <stdint.h>

#include "base/arena.h"
#include "perfmodel/memory/grid.h"

struct server {
    double free; /* when it can take the next */
    double busy; /* cycles worked so far */
};

/* Of two times; unlike fmax() and fmin(), which have to look for numbers that are none, one
 * instruction. */
static inline double max_time(double x, double y) {
    return x > y ? x : y;
}

static inline double min_time(double x, double y) {
    return x < y ? x : y;
}

/* When the work of `cycles` that arrives at `now` is through. */
static inline double server_take(struct server *s, double now, double cycles) {
    s->free = max_time(now, s->free) + cycles;
    s->busy += cycles;
    return s->free;
}

/* Sectors that are under way from DRAM: a cache knows them as its own from when they were asked
 * for, but who asks for them again has to wait, too (a miss under a miss). Times in core cycles. */

struct in_flight;

struct in_flight *in_flight_new(struct arena *a, struct memory_grid grid);
/* Sectors of the line at the address, a bit each, are there at `ready`. */
void in_flight_add(struct in_flight *s, uint64_t line, unsigned sectors, double ready);
/* When those that are asked for at `now` are all there; `now` if none of them is under way. */
double in_flight_wait(const struct in_flight *s, double now, uint64_t line, unsigned sectors);

#endif
