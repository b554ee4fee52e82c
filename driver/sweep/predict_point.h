/* The time of one configuration. */
#ifndef DRIVER_SWEEP_PREDICT_POINT_H
#define DRIVER_SWEEP_PREDICT_POINT_H

#include "driver/sweep/rows.h"

/* On the clock, after which a configuration hangs. */
enum { SWEEP_MOST_SECONDS = 600 };

struct sweep_predictor {
    const struct model *model;
    struct predictor loaded; /* of a child */
};

/* What is wrong, or NULL. No time limit cuts the model short: its result would depend on the
 * machine. */
const char *sweep_predict(struct arena *a, struct sweep_predictor *s, const struct sweep_point *p,
                          struct sweep_outcome *out);

#endif
