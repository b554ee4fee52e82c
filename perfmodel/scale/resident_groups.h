/* One round of active work-groups: how many there are on an SM, and which stand for
 * all. */
#ifndef PERFMODEL_SCALE_RESIDENT_GROUPS_H
#define PERFMODEL_SCALE_RESIDENT_GROUPS_H

#include "perfmodel/study/study.h"

struct round {
    struct occupancy occupancy;
    uint64_t groups_total;
    uint64_t groups_per_sm; /* resident at a time, at most what the launch has for it */
    double sms;             /* that get any group */
    uint64_t first_group;   /* of the simulated ones, by round_run */
    uint64_t stride;        /* of so many groups one after another, one is simulated */
    uint64_t usual_group;   /* one of them */
    uint64_t row;           /* groups */
};

/* How many groups are on an SM, remembered; nobody has chosen yet which. */
const struct round *study_round(const struct study *study);

/* Whether not even one of two work-groups, the launch's first and one in its middle, gets through a
 * trace within the limits, loops sampled. */
bool study_never_ends(struct arena *a, const struct study *study);
/* The trace of the launch's middle group, as it is among those of a round; remembered. */
const struct trace *study_one_group(const struct study *study);
/* Chooses the round's groups, and sets trace, sharing and balance of *e; those of the baseline, if
 * the same groups would be traced again. */
void round_run(struct arena *a, const struct study *study, struct round *r, struct estimate *e);
/* The round's groups in full; truncated if they have more than `most` steps or the deadline has
 * come before. */
const struct trace *round_walked(struct arena *a, const struct study *study, const struct round *r,
                                 uint64_t most);
/* The round's groups with long samples of loops; truncated likewise. */
const struct trace *round_longer(struct arena *a, const struct study *study, const struct round *r);

/* What groups share according to a trace of the round; the estimate has the balance. */
const struct sharing *round_sharing(struct arena *a, const struct study *study,
                                    const struct round *r, const struct estimate *e,
                                    const struct trace *t);

const uint64_t *round_groups(struct arena *a, const struct round *r);

#endif
