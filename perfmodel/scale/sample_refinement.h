/* Where the first samples of loops leave open how long a launch takes, longer ones are taken, or
 * all iterations walked, if they are not too many. */
#ifndef PERFMODEL_SCALE_SAMPLE_REFINEMENT_H
#define PERFMODEL_SCALE_SAMPLE_REFINEMENT_H

#include "perfmodel/scale/waves.h"

/* Cycles of the launch over those of `sampled`, which came from the estimate's trace; 0 if that is
 * near enough, or more is too much work. Sets the estimate's `walked`, and its sampling error: what
 * share of the cycles is left open. */
double refine_sampling(const struct study *study, const struct round *r,
                       const struct waves *sampled, struct estimate *e);

#endif
