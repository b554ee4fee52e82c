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

/* What of the providers of code (codegen/providers.def) a prediction rests on. */
enum code_use {
    CODE_BUNDLED,   /* what is bundled with clperf: AMD's code, and registers; results are the same
                     * everywhere */
    CODE_REGISTERS, /* registers by ptxas, too, where it is installed */
    CODE_ALL,       /* and the instructions of machine code where there is any */
    CODE_BUILT /* as after clperf-cc nvcc: the code that nvcc makes of CUDA, where it is installed
                */
};

struct run_request {
    const struct points *points;
    const struct model *model;
    struct budget budget; /* of each point */
    int jobs;
    enum code_use code;
    bool progress; /* on stderr */
};

/* By point. Dies if the system has no memory or processes left, and ends the program on SIGINT. */
const struct outcome *run_points(struct arena *a, const struct run_request *r);

#endif
