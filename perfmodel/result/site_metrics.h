/* Counts per access site of the source view. */
#ifndef PERFMODEL_RESULT_SITE_METRICS_H
#define PERFMODEL_RESULT_SITE_METRICS_H

#include "perfmodel/estimate.h"

/* By access number, trace->kernel->n_accesses of them. With `followed`, those of sites that are not
 * exact are of the requests that could be followed, where there are any. */
const struct access_metrics *access_metrics(struct arena *a, const struct gpu *g,
                                            const struct trace *t, bool followed);
void dump_access(FILE *out, const struct trace *t, const struct access_metrics *m);

#endif
