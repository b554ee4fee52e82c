/* What evaluation says of a host program's launches, in place of what was read off its tree. */
#ifndef LAUNCH_EVALUATE_HOST_LAUNCHES_H
#define LAUNCH_EVALUATE_HOST_LAUNCHES_H

#include "launch/evaluate/evaluate.h"
#include "launch/host/find_launches.h"

/* Launches of the source's own nodes, of which there are so many, as they were evaluated. Where
 * evaluation does not know the sizes of a launch and the tree says them, the tree's stays; one that
 * evaluation does not come to is none, if it came everywhere. */
void host_take_evaluated(struct arena *a, const struct host_source *s, uint32_t n_own,
                         const struct evaluated *e, struct host_launches *l);

#endif
