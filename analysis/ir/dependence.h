/* Whether the iterations of a sequential loop, taken as work-items, are independent of each other,
 * and which statements of them are not. analysis/passes/dependence.c finds it. */
#ifndef ANALYSIS_IR_DEPENDENCE_H
#define ANALYSIS_IR_DEPENDENCE_H

#include "analysis/ir/kernel.h"
#include "analysis/ir/launch.h"

enum independence {
    ITERATIONS_INDEPENDENT,
    ITERATIONS_UNLESS_OVERLAP, /* so they are if arrays do not overlap, which nobody says */
    ITERATIONS_NOT_PROVEN,
    ITERATIONS_DEPENDENT
};

/* Two accesses of which different iterations may make the same memory, or one scalar. */
struct dependence {
    enum independence verdict; /* of these two */
    uint32_t access, other; /* the first writes; NONE for a scalar, or where only `reason` counts */
    const char *name;       /* of the array or scalar */
    struct loc loc;         /* of what goes from one iteration to another */
    bool has_distance;
    int64_t distance[3]; /* iterations of each dimension that lie between, where known */
    const char *reason;  /* why nothing is proven, or NULL */
};

struct dependences {
    enum independence verdict; /* the worst of all */
    bool for_launch;           /* proven for the launch's numbers only */
    struct dependence *at;     /* without those that are independent */
    size_t n, cap;
};

/* Of a kernel with kernel->sequential. */
struct dependences an_find_dependences(struct arena *a, const struct kernel *k,
                                       const struct launch *launch);

#endif
