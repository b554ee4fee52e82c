/* From what neighbouring work-groups have in common to the share of an SM's first touches that the
 * caches do not have. */
#ifndef PERFMODEL_MEMORY_L2_SHARES_H
#define PERFMODEL_MEMORY_L2_SHARES_H

#include "perfmodel/memory/l2_sharing.h"

/* Whether warps of the group ask for all they touch at about the same time. */
bool shares_at_once(const struct trace *t);
/* Groups that touch all of theirs when they start share with the next row of groups only what the
 * L2 keeps until that one starts. `extent` is the launch's in groups. */
void shares_forget_between_rows(const struct sharing *s, struct buffer_sharing *buffers,
                                const struct sharing_request *r, const double *extent);
/* The share of first touches that are really the first: among the SMs of one round, and over the
 * rounds as far as the caches hold what a round leaves, and over launches in a row. Where SMs get
 * unequal numbers of groups, those that get as many as the simulated one count: it has their share
 * of the memory's rate. `group` is the first one's trace. */
void shares_find_own(struct sharing *s, struct buffer_sharing *buffers,
                     const struct sharing_request *r, const struct trace *group,
                     const double *extent);

#endif
