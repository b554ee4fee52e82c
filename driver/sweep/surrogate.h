/* `clperf sweep --surrogate`: a few configurations are simulated, the others predicted by what is
 * learned of these. */
#ifndef DRIVER_SWEEP_SURROGATE_H
#define DRIVER_SWEEP_SURROGATE_H

#include "driver/sweep/sweep.h"
#include "perfmodel/survey/fit/model_file.h"

/* What the learner is told of a configuration, as columns of its table. */
struct surrogate_features {
    const char **names;
    size_t n;
};

/* features.c: parameters, sizes, and properties of the GPU; the last one is a time in proportion to
 * the work-items, in milliseconds: what is learned is how far a time is off from that. */
struct surrogate_features surrogate_features(struct arena *a, const struct sweep_space *s);
/* Values of numbers; NAN of texts, and of formulas that fail. */
void surrogate_describe(struct arena *a, const struct sweep_point *p, double *x);

/* Says what is wrong on stderr, and gives the exit status. */
int surrogate_run(struct arena *a, const struct sweep_request *r);

#endif
