/* How many of the L2's sets and channels requests touch. Strides of a power of two visit few sets,
 * which lose lines before these are used again, and few channels, which take longer. */
#ifndef PERFMODEL_MEMORY_SET_CROWDING_H
#define PERFMODEL_MEMORY_SET_CROWDING_H

#include "perfmodel/memory/coalesce.h"

struct set_crowding {
    struct arena *arena; /* for what it needs meanwhile */
    const struct gpu *gpu;
    struct footprints *footprints;
    const struct trace *group;   /* one group's */
    const struct trace *next[3]; /* of its neighbours in x, y, z; NULL: there is none */
    double extent[3];            /* groups of the launch */
    double at_once;              /* groups at work */
};

/* Blocks of addresses in a slice of the L2 that have different sets. */
uint32_t l2_set_blocks(const struct gpu *g);
/* By access of the kernel: the share of the sets, 1 where they are as many as those of a stream. */
const double *sets_touched(struct arena *a, const struct set_crowding *c);
/* Whether parts of sectors that a warp stores at the access have left the L2, of whose sets its
 * lines touch that share, before other warps of the group store the rest: where groups at work store
 * to more lines than these sets hold. DRAM serves what waits for an open row together, whichever
 * groups ask for it, so that the first warps of all groups come to their stores before the second
 * ones, unless warps wait for each other in between. */
bool parts_leave(const struct set_crowding *c, uint32_t access, double share);
/* By buffer, of `n`: how much longer than an average one the L2's busiest channel is
 * at work for the distinct lines that groups at work touch in all of their time. 1 where these are
 * spread evenly. `buffers` has the number of each access's. */
const double *channel_excess(struct arena *a, const struct set_crowding *c, const uint32_t *buffers,
                             uint32_t n);

#endif
