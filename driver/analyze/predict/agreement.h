/* Which findings of a guessed launch hold for every launch that is as plausible. */
#ifndef DRIVER_ANALYZE_PREDICT_AGREEMENT_H
#define DRIVER_ANALYZE_PREDICT_AGREEMENT_H

#include "driver/analyze/predict/analyse_launch.h"

/* Analyses the request's kernel for the other plausible launches too, if the launch is guessed. Of
 * the findings that are reported only those stay in *result that all of them have, with the part of
 * the time that they cost over all; the rest goes to result->open. So does what options of the
 * program decide about, if nobody says these, and what registers do, if their number is estimated.
 */
void agreement_check(struct arena *a, const struct analysis_request *r,
                     struct kernel_result *result);
/* Analyses a guessed launch of which only findings are shown, and checks the agreement. Launches
 * are analysed as long as a finding may hold for all of them: if the first one has none, *result is
 * without trace and estimate. False, with one line in *reason, if the kernel cannot be analysed. */
bool agreement_analyse(struct arena *a, const struct analysis_request *r,
                       struct kernel_result *result, const char **reason);

#endif
