/* How sure counts are that some executions were followed for: those that do not depend on what the
 * others may do otherwise stay exact. */
#ifndef ANALYSIS_TRACE_ESTIMATED_COUNTS_H
#define ANALYSIS_TRACE_ESTIMATED_COUNTS_H

#include "analysis/ir/kernel.h"
#include "analysis/trace/trace.h"
#include "base/arena.h"

/* Counts of one trace, to be changed. */
struct trace_counts {
    const struct kernel *kernel;
    struct loop_counts *loops;
    struct branch_counts *branches;
    struct barrier_counts *barriers;
    uint32_t n_barriers;
    struct certain *accesses;
};

/* Parts of the loops for which sampled[] is true, at least one, stand for others. */
void counts_are_of_samples(struct trace_counts *c, const bool *sampled);
/* Work-groups stand for others of the launch, or where REASON_LAUNCH says so, for a launch of
 * another size. */
void counts_are_of_groups(struct trace_counts *c, const struct launch *l,
                          enum certainty_reason reason);

/* What depends on some values of a kernel, through operands, memory, and who goes where. */

struct dependents {
    bool *values; /* by value */
    bool *blocks; /* by block: who comes there, or how often */
};

/* Of the values for which sources[] is true, these included. A load depends on stores that it may
 * see and that depend on them. */
struct dependents an_dependents(struct arena *a, const struct kernel *k, const bool *sources);

#endif
