/* Counts per access site of the source view. */
#ifndef PERFMODEL_RESULT_SITE_METRICS_H
#define PERFMODEL_RESULT_SITE_METRICS_H

#include "perfmodel/estimate.h"

/* By access number, trace->kernel->n_accesses of them. With `followed`, those of sites that are not
 * exact are of the requests that could be followed, where there are any. */
const struct access_metrics *access_metrics(struct arena *a, const struct gpu *g,
                                            const struct trace *t, bool followed);
void dump_access(FILE *out, const struct trace *t, const struct access_metrics *m);

/* Floating-point operations of a launch, for rooflines. */

/* Operations of all work-items on floats of 32 bits and fewer, and on doubles: additions,
 * multiplications, divisions and functions are one each, fused multiply-adds two. As exact as the
 * trace, and as the groups in it stand for all, where nothing diverges. Of a divergent branch's
 * sides only the warps are known that their lanes would fill: those of the last one are counted as
 * if it were full. Both 0 if the model has no trace. */
struct flops {
    double fp32, fp64;
};

struct flops flops_of(struct arena *a, const struct estimate *e);

#endif
