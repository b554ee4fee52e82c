/* Sectors of global memory that a trace stores to, but not to all their bytes. */
#ifndef PERFMODEL_MEMORY_PARTIAL_STORES_H
#define PERFMODEL_MEMORY_PARTIAL_STORES_H

#include "analysis/trace/trace.h"
#include "perfmodel/memory/grid.h"

struct incomplete;

/* All groups of the trace together: what one leaves out another may store. Scattered stores count
 * as incomplete wherever they go. */
const struct incomplete *incomplete_sectors(struct arena *a, struct memory_grid grid,
                                            const struct trace *t);
/* Which of these sectors of the line at that address are, a bit each. */
unsigned incomplete_in(const struct incomplete *in, uint64_t line, unsigned sectors);

#endif
