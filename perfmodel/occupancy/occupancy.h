/* Resident work-groups per SM: equations 1 to 7 of the main paper. */
#ifndef PERFMODEL_OCCUPANCY_OCCUPANCY_H
#define PERFMODEL_OCCUPANCY_OCCUPANCY_H

#include "codegen/estimate/registers/spills.h"
#include "perfmodel/estimate.h"

/* Resources of one work-group. */
struct group_needs {
    uint32_t items;
    uint32_t regs_per_item;
    uint32_t local_bytes;
    uint32_t scalar_regs_per_warp; /* 0: not known, does not limit */
    double warps_at_once; /* that hold their places, on average; 0: all, until the group ends */
};

/* The launch's number of groups does not enter. groups_per_sm is 0 if one group is more than
 * the GPU can hold. Of limits that allow equally many groups, the limiter is the first of warps,
 * groups, registers and local memory. */
struct occupancy occupancy_of(const struct gpu *g, const struct group_needs *n);

/* The most registers per item with which a group of so many items can still be launched. A
 * compiler that knows the group's size spills beyond it. */
uint32_t occupancy_most_regs(const struct gpu *g, uint32_t items);

void dump_occupancy(FILE *out, const struct gpu *g, const struct group_needs *n,
                    const struct occupancy *o);

/* Registers that one work-item of a kernel needs, and what does not fit in them. */

/* What is left where a group of that many items has to fit on the GPU: the rest is spilled. */
struct register_use registers_in_group(struct register_use use, const struct gpu *g,
                                       uint32_t items);
/* The same for a launch with groups of that many items. An estimate is of a compiler that knows the
 * bound in the source, too, which may be larger: what others counted, they counted with it. */
struct register_use registers_in_launch(struct register_use use, const struct kernel *k,
                                        const struct gpu *g, uint32_t items);
/* Where the registers that do not fit are stored and loaded; NULL if all do. Spills that somebody
 * counted are matched as closely as the kernel's own live ranges can; for an estimate, and for a
 * group that is larger than whoever counted knew, the count is set to what they say. */
const struct spills *registers_spills(struct arena *a, const struct kernel *machine,
                                      struct register_use *use, const struct gpu *g);

#endif
