/* Floating-point operations of a launch, for rooflines. */
#ifndef PERFMODEL_FLOPS_H
#define PERFMODEL_FLOPS_H

#include "perfmodel/estimate.h"

/* Operations of all work-items on floats of 32 bits and fewer, and on doubles: additions,
 * multiplications, divisions and functions are one each, fused multiply-adds two. Exact where the
 * trace is and nothing diverges: of a divergent branch's sides it is known which share of the lanes
 * takes them on average. Both 0 if the model has no trace. */
struct flops {
    double fp32, fp64;
};

struct flops flops_of(struct arena *a, const struct estimate *e);

#endif
