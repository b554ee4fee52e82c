/* What was seen and is not analysed, once per file and reason: with the kernels that it is about,
 * and what would help. */
#ifndef DRIVER_ANALYZE_NOT_ANALYSED_H
#define DRIVER_ANALYZE_NOT_ANALYSED_H

#include "driver/analyze/run_state.h"

/* "'a', 'b', 'c' and 4 more" */
const char *quoted_names(struct arena *a, const struct words *names);

/* Adds a problem. One with a reason is joined with an earlier one of the same input that has the
 * same reason, kind, severity and file. */
void not_analysed(struct run *r, const struct report_problem *p);
/* The kernel is refused for that reason. */
void not_analysed_kernel(struct run *r, const char *file, const char *kernel, struct loc loc,
                         enum severity severity, const char *reason);
/* An input, or a text with kernels in a host source, does not compile: why, as run_unit() says it,
 * and what would help. */
void not_analysed_input(struct run *r, const struct report_problem *why);
void not_analysed_text(struct run *r, const struct report_problem *why, const char *text, size_t n);

#endif
