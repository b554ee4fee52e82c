/* Traces that estimates, rules and fixes ask for: how exactly a launch's groups are walked within
 * the limits. Nobody else calls the tracer (analysis/trace/trace.h). */
#ifndef PERFMODEL_STUDY_TRACES_H
#define PERFMODEL_STUDY_TRACES_H

#include "perfmodel/study/study.h"

/* The trace that the request describes: exact if that is not too long, else with long loops
 * sampled; sets sample and max_ops of the request as it was made. */
const struct trace *study_trace(struct arena *a, const struct study *study,
                                struct trace_request *r);
/* The request's groups as it says, without another try where they are too long. */
const struct trace *study_trace_once(struct arena *a, const struct trace_request *r);
/* Whether the trace need not be begun, as it would be cut in its first group: that has so many
 * times the operations allowed that samples of its loops cannot be as far off. */
bool study_is_too_long(const struct trace_request *r);
/* Whether the trace was cut before one of the request's work-groups was through. */
bool study_has_no_group(const struct trace *t, const struct trace_request *r);
/* Other groups of a trace's launch, walked as those of the trace were. Cut at `max_ops` operations;
 * `work` may be NULL. */
const struct trace *study_other_groups(const struct trace *like, const uint64_t *groups, size_t n,
                                       uint64_t max_ops, struct work *work);
/* The trace with its counts raised to what they are for so many groups, if these do on average as
 * the traced ones. */
const struct trace *study_raised(struct arena *a, const struct trace *t, uint64_t groups,
                                 enum certainty_reason reason);
/* The trace with its requests tallied. */
const struct trace *study_tallied(struct arena *a, const struct trace *t);

#endif
