/* Sectors that are under way from DRAM: a cache knows them as its own from when they were asked
 * for, but who asks for them again has to wait, too (a miss under a miss). Times in core cycles. */
#ifndef PERFMODEL_MEMORY_IN_FLIGHT_H
#define PERFMODEL_MEMORY_IN_FLIGHT_H

#include <stdint.h>

#include "base/arena.h"

struct arrivals;

struct arrivals *arrivals_new(struct arena *a);
/* Sectors of the line at the address, a bit each, are there at `ready`. */
void arrivals_add(struct arrivals *s, uint64_t line, unsigned sectors, double ready);
/* When those that are asked for at `now` are all there; `now` if none of them is under way. */
double arrivals_wait(const struct arrivals *s, double now, uint64_t line, unsigned sectors);

#endif
