/* Whether work-groups do the same amount of work. One round of neighbours is
 * simulated; this says how the rest of the launch compares. */
#ifndef PERFMODEL_SCALE_WORK_BALANCE_H
#define PERFMODEL_SCALE_WORK_BALANCE_H

#include "perfmodel/scale/resident_groups.h"

/* Traces single groups all over the launch. */
struct balance balance_of(struct arena *a, const struct study *study, const struct round *r);

/* Sets what the groups of a round do that was traced. */
void balance_of_round(struct balance *b, const struct trace *t);

#endif
