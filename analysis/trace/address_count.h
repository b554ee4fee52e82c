/* How many addresses the lanes of a warp can have at most, where what they load is not known:
 * bins[in[i] & 7] is one of eight. */
#ifndef ANALYSIS_TRACE_ADDRESS_COUNT_H
#define ANALYSIS_TRACE_ADDRESS_COUNT_H

#include "analysis/ir/kernel.h"
#include "analysis/ir/launch.h"

struct access_places {
    uint32_t most;   /* 0: as many as there are lanes, for all that is known */
    bool everywhere; /* the same ones for all warps of the launch */
};

/* Of one request of the access, by ranges of what its address is computed from, and by the size of
 * the array. Accesses before an array's start or behind its end are taken not to happen. */
struct access_places an_places(const struct kernel *k, const struct launch *l,
                               const struct access *access);

#endif
