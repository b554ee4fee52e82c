/* Local loads that a compiler makes one with their neighbours. */
#ifndef PERFMODEL_SIM_LOCAL_VECTORIZE_H
#define PERFMODEL_SIM_LOCAL_VECTORIZE_H

#include "analysis/trace/trace.h"

/* By access number: local loads of four bytes for which another site loads what lies before
 * or behind for each lane, with no barrier and no store to local memory between the two. Looks at
 * the first warp. */
const bool *local_runs(struct arena *a, const struct trace *t);

/* Whether lanes' addresses differ modulo twice their bytes, so that loads of pairs of neighbours
 * are misaligned for some, whichever pairs are taken. */
bool local_pair_misaligned(const struct pattern *p);

#endif
