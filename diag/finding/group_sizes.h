/* Work-groups of other sizes, and which of them a kernel takes least time in. */
#ifndef DIAG_FINDING_GROUP_SIZES_H
#define DIAG_FINDING_GROUP_SIZES_H

#include "diag/report.h"
#include "perfmodel/study/study.h"

/* Whether the kernel computes the same in groups of any size: it asks for nothing but the global
 * id, and its work-items do not wait for each other or share memory. */
bool group_size_is_free(const struct study *study);

/* Whether the rule is about the shape of the launch, so that another size may be the answer. */
bool group_size_matters(const struct rule_info *rule);

/* The size with the least time, simulated again with each candidate. Candidates are powers of two
 * and whole warps, divide the launch, and leave every work-item its registers. NULL if the size is
 * not free, nobody gave one, or none saves at least 3 % of the time, less than which
 * measurements do not tell apart. */
const struct group_size *group_size_best(struct arena *a, const struct study *study);

#endif
