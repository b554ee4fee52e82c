/* Predicts points in child processes, so that a crash costs one point and not the run. */
#ifndef BENCH_RUNNER_H
#define BENCH_RUNNER_H

#include "base/process/worker_pool.h"
#include "bench/counters.h"
#include "bench/points.h"
#include "perfmodel/survey/fit/fitted.h"

/* Plain memory that parent and children share. */
struct outcome {
    struct work_item item;
    double time_ms, low_ms, high_ms; /* all launches of the point */
    enum bound bound;                /* of the launch that takes longest */
    bool deadline_reached;
    double counters[COUNTERS];
    double features[FEATURES]; /* of the first launch */
};

struct run_request {
    const struct points *points;
    const struct model *model;
    struct budget budget; /* of each point */
    int jobs;
    bool progress; /* on stderr */
};

/* By point. Dies if the system has no memory or processes left, and ends the program on SIGINT. */
const struct outcome *run_points(struct arena *a, const struct run_request *r);

#endif
