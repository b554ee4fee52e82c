/* What is not known where arguments are made up. */
#ifndef DRIVER_ANALYZE_PREDICT_ASSUMED_ARGUMENTS_H
#define DRIVER_ANALYZE_PREDICT_ASSUMED_ARGUMENTS_H

#include "diag/report.h"

/* Takes back what result->trace and result->access call surer than `given`, the trace of the same
 * groups without the assumed arguments, does not. */
void mark_assumption_dependent(struct arena *a, struct kernel_result *result,
                               const struct trace *given);

#endif
