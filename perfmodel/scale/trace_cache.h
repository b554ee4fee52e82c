/* The trace made last, for the next estimate of the same launch: on the same GPU at another clock,
 * or on one that takes as many work-groups. */
#ifndef PERFMODEL_SCALE_TRACE_CACHE_H
#define PERFMODEL_SCALE_TRACE_CACHE_H

#include "perfmodel/model.h"
#include "perfmodel/scale/resident_groups.h"

/* Start from {0}. What came out of it is gone when another launch comes. */
struct trace_store {
    struct arena kept;
    const struct trace *trace; /* NULL: none */
    const struct kernel *kernel;
    uint64_t first_group, stride, groups, max_ops;
};

/* The trace of the round; from the store, if it is there. Else it is made and kept there, if the
 * launch can be compared with others. */
const struct trace *store_trace(struct trace_store *s, const struct model_input *in,
                                const struct round *r);
void store_free(struct trace_store *s);

#endif
