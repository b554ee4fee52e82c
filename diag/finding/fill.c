#include "diag/finding/fill.h"

#include <math.h>

#include "perfmodel/scale/resident_groups.h"

/* Of the groups that fit: with fewer, memory and pipes wait for work. */
static const double least_share = 0.25;

struct fill fill_of(const struct study *study) {
    const struct round *r = study_round(study);
    double most = r->occupancy.groups_per_sm * study->gpu->machine.sm_count;
    double groups = (double)r->groups_total;
    return (struct fill){.groups = fmin(groups, most),
                         .most = most,
                         .multiprocessors = fmin(groups, study->gpu->machine.sm_count)};
}

bool fill_is_small(const struct fill *f) {
    return f->groups < least_share * f->most;
}
