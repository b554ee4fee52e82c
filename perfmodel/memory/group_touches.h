/* The sectors that single work-groups touch in each buffer. */
#ifndef PERFMODEL_MEMORY_GROUP_TOUCHES_H
#define PERFMODEL_MEMORY_GROUP_TOUCHES_H

#include "perfmodel/memory/l2_sharing.h"
#include "perfmodel/memory/sector_set.h"

/* Whether nobody knows where a request goes: each of its lanes, or all together. */
bool touches_anywhere(const struct trace *t, const struct trace_op *op);
/* The group's trace. What is made up of addresses that nobody knows follows a group's place in the
 * trace, so that only what is known, or the first group, is taken from there. */
struct trace group_trace(const struct sharing_request *r, uint64_t group);
/* By buffer the sectors that a trace touches, but for those that nobody knows. */
struct sectors *touched_in_trace(struct arena *a, const struct sharing *s, const struct trace *t);
/* The same of a group. */
struct sectors *touched_by_group(struct arena *a, const struct sharing *s,
                                 const struct sharing_request *r, uint64_t group);
/* The DRAM rows that the sectors lie in, each as one sector of a line. */
const struct sectors *rows_of_sectors(struct arena *a, const struct sectors *s, uint32_t row_lines);

#endif
