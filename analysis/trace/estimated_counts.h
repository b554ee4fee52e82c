/* How sure counts are that some executions were followed for: those that do not depend on what the
 * others may do otherwise stay exact. */
#ifndef ANALYSIS_TRACE_ESTIMATED_COUNTS_H
#define ANALYSIS_TRACE_ESTIMATED_COUNTS_H

#include "analysis/trace/trace.h"

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

#endif
