/* What estimates of one launch have in common, for the next one of the same launch: on the same GPU
 * at another clock, or on another GPU. */
#ifndef PERFMODEL_SCALE_LAUNCH_STORE_H
#define PERFMODEL_SCALE_LAUNCH_STORE_H

#include "perfmodel/memory/l2_sharing.h"
#include "perfmodel/scale/resident_groups.h"
#include "perfmodel/study/study.h"

/* How groups differ; the same for all GPUs that hold a group in as many warps. */
struct stored_balance {
    bool known;
    bool at_once; /* all groups are resident */
    uint32_t warps_per_group;
    struct balance balance;
};

/* The groups of one round. */
struct stored_trace {
    const struct trace *trace; /* NULL: none */
    uint64_t first_group, stride, groups;
};

struct stored_sharing {
    const struct sharing *sharing; /* NULL: none */
    struct sharing_request request;
};

/* Start from {0}. What came out of it is gone when another launch comes. */
struct launch_store {
    struct arena arena;
    const struct kernel *kernel; /* NULL: nothing is stored */
    const struct launch *launch;
    uint32_t warp_width;
    uint64_t max_ops;
    struct stored_balance balance;
    struct stored_trace trace;
    struct stored_sharing sharing;
};

/* The balance of the launch that is asked for, from the store or by looking at its groups; begins
 * the store anew if that is of another launch. */
struct balance store_balance(struct arena *a, struct launch_store *s, const struct study *study,
                             const struct round *r);
/* The trace of the round. If the store's trace of other groups of the launch has nothing that
 * depends on which groups were asked for, this is the same trace of these groups. */
const struct trace *store_trace(struct launch_store *s, const struct study *study,
                                const struct round *r);
/* What groups share, as sharing_of() says. */
const struct sharing *store_sharing(struct launch_store *s, const struct sharing_request *r);
void launch_store_free(struct launch_store *s);

#endif
