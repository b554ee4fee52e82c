/* What all work-groups of a launch do in the source view: the counts that are reported. */
#ifndef PERFMODEL_SCALE_LAUNCH_COUNTS_H
#define PERFMODEL_SCALE_LAUNCH_COUNTS_H

#include "perfmodel/model.h"
#include "perfmodel/scale/resident_groups.h"

/* A trace with counts and tallies only. Where the launch's groups are of too many kinds, or where
 * it is a guess, it is estimated from those that share a multiprocessor, and `part` is set. */
const struct trace *launch_counts(struct arena *a, const struct model_input *in,
                                  const struct round *r, bool guessed);

#endif
