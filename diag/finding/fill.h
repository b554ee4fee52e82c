/* How much of the GPU a launch fills. */
#ifndef DIAG_FINDING_FILL_H
#define DIAG_FINDING_FILL_H

#include "perfmodel/study/study.h"

/* The launch's work-groups that the GPU holds at a time, and those that it could hold. */
struct fill {
    double groups, most;
    double multiprocessors; /* that get a group */
};
struct fill fill_of(const struct study *study);
/* Whether so much of the GPU stays empty that nothing else about the launch is worth a word. */
bool fill_is_small(const struct fill *f);

#endif
