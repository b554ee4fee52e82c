/* What groups elsewhere in the launch take. One round is simulated, and the rest of the launch is
 * scaled by its work; where groups far apart do different things, one that only loads takes another
 * time for its work than one that stores, too. */
#ifndef PERFMODEL_SCALE_LAUNCH_REGIONS_H
#define PERFMODEL_SCALE_LAUNCH_REGIONS_H

#include "perfmodel/scale/waves.h"

/* Cycles for a unit of work all over the launch, over those in the round that gave `w`; 1 where
 * groups do the same, where they are long, or where it cannot be told. */
double sampled_regions_cost(const struct study *study, const struct round *r, const struct waves *w,
                            const struct estimate *e);

#endif
