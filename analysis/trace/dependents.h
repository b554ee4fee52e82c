/* What depends on some values of a kernel, through operands, memory, and who goes where. */
#ifndef ANALYSIS_TRACE_DEPENDENTS_H
#define ANALYSIS_TRACE_DEPENDENTS_H

#include "analysis/ir/kernel.h"
#include "base/arena.h"

struct dependents {
    bool *values; /* by value */
    bool *blocks; /* by block: who comes there, or how often */
};

/* Of the values for which sources[] is true, these included. A load depends on stores that it may
 * see and that depend on them. */
struct dependents an_dependents(struct arena *a, const struct kernel *k, const bool *sources);

#endif
