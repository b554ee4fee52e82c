/* Which findings of a guessed launch hold for every launch that is as plausible. */
#ifndef DRIVER_PREDICT_AGREEMENT_H
#define DRIVER_PREDICT_AGREEMENT_H

#include "driver/predict/analyse_launch.h"

/* Analyses the request's kernel for the other plausible launches too, if the launch is guessed. Of
 * the findings that are reported only those stay in *result that all of them have, with the part of
 * the time that they cost over all; the rest goes to result->open. So does what options of the
 * program decide about, if nobody says these, and what registers do, if their number is estimated.
 */
void agreement_check(struct arena *a, const struct analysis_request *r,
                     struct kernel_result *result);

#endif
