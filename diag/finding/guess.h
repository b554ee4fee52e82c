/* Whether a finding would hold with other sizes, lengths, counts and contents than were assumed. */
#ifndef DIAG_FINDING_GUESS_H
#define DIAG_FINDING_GUESS_H

#include "diag/finding/finding.h"

/* How a value differs between the lanes of a warp, as far as the code and what is given of the
 * launch decide. */
enum lane_dependence {
    LANES_SAME_KNOWN, /* one number for all of them, which is known, or a loop's counter */
    LANES_SAME,       /* one number for all of them */
    LANES_BY_CODE,    /* they differ, by what the code says */
    LANES_BY_GUESS    /* they differ, by what nobody said: an argument, a size, what is loaded */
};
/* `t` tells which loops run as often as is known; NULL: all. */
enum lane_dependence guess_lanes(struct arena *a, const struct kernel *k, const struct launch *l,
                                 const struct trace *t, uint32_t value);

/* Whether how often loops run is assumed though the launch is known, so that times are. */
bool guess_counts(const struct kernel_result *r);

/* Whether the finding rests on something that is assumed of the launch, or on loops whose counts
 * are: then it is a remark. */
bool guess_decides(const struct kernel_result *r, const struct finding *f);

#endif
