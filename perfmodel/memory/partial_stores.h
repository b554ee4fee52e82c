/* Sectors of global memory that a trace stores to, but not to all their bytes. */
#ifndef PERFMODEL_MEMORY_PARTIAL_STORES_H
#define PERFMODEL_MEMORY_PARTIAL_STORES_H

#include "analysis/trace/trace.h"

struct incomplete;

/* All groups of the trace together: what one leaves out another may store. Scattered stores count
 * as incomplete wherever they go. */
const struct incomplete *incomplete_sectors(struct arena *a, const struct trace *t);
bool incomplete_has(const struct incomplete *in, uint64_t address);

#endif
