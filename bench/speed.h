/* How long predictions take, front end apart, and how far skipping ahead in long loops is from not
 * doing so. */
#ifndef BENCH_SPEED_H
#define BENCH_SPEED_H

#include "bench/points.h"
#include "driver/sweep/space.h"

struct speed_request {
    const struct model *model;
    size_t limit; /* predictions of each table or space, evenly from all */
    bool exact;   /* predict each one without skipping, too */
};

/* One launch on one GPU. */
struct speed_sample {
    const char *what;
    double ms;           /* of processor time for the prediction */
    double ops_per_warp; /* of the trace, repeats of loops counted */
    double time_ms;      /* predicted */
    double exact_ms;     /* predicted without skipping; 0 if that was not asked for, or cut */
};

struct speed_samples {
    struct speed_sample *at;
    size_t n, cap;
    size_t failed;
};

/* Predictions for the points of a table, in the order of their compilations. */
void speed_of_points(struct arena *a, const struct speed_request *r, const struct points *points,
                     struct speed_samples *out);
/* Predictions for configurations of a design space. */
void speed_of_space(struct arena *a, const struct speed_request *r, const struct sweep_space *s,
                    struct speed_samples *out);

#endif
