#include "diag/finding/fill.h"

#include <math.h>

#include "perfmodel/occupancy/occupancy.h"
#include "perfmodel/scale/resident_groups.h"

/* Of the groups that fit: with fewer, memory and pipes wait for work, whatever the kernel does. */
static const double least_share = 0.125;

struct fill fill_of(const struct study *study) {
    const struct round *r = study_round(study);
    const struct launch *l = study->launch;
    const struct group_needs needs = {.items = (uint32_t)(l->local[0] * l->local[1] * l->local[2]),
                                      .regs_per_item = study->registers.per_item,
                                      .local_bytes = study->local_bytes};
    const struct occupancy o = occupancy_of(study->gpu, &needs);
    double most = o.groups_per_sm * study->gpu->machine.sm_count;
    double groups = (double)r->groups_total;
    return (struct fill){.groups = fmin(groups, most),
                         .most = most,
                         .multiprocessors = fmin(groups, study->gpu->machine.sm_count)};
}

bool fill_is_small(const struct fill *f) {
    return f->groups < least_share * f->most;
}
