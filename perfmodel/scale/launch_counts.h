/* What work-groups of a launch do in the source view. */
#ifndef PERFMODEL_SCALE_LAUNCH_COUNTS_H
#define PERFMODEL_SCALE_LAUNCH_COUNTS_H

#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/study/study.h"

/* The counts that are reported, remembered: a trace with counts and tallies only, of all groups.
 * Where these are of too many kinds, or where the launch is a guess, it is estimated from those
 * that share a multiprocessor. */
const struct trace *study_counts(const struct study *study);
/* study_counts() without the arguments that are made up, to tell what is known. */
const struct trace *study_counts_of_given(struct arena *a, const struct study *study);
/* Groups that share a multiprocessor, with what they do in order. */
const struct trace *study_walked(struct arena *a, const struct study *study);

#endif
