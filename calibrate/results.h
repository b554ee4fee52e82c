/* What has been measured so far: one result for each key of hwdb/schema.def. Plain data, which the
 * process that measures shares with the one that watches it. */
#ifndef CALIBRATE_RESULTS_H
#define CALIBRATE_RESULTS_H

#include "calibrate/runtime.h"
#include "hwdb/gpu.h"

enum result_state { RESULT_PENDING, RESULT_MEASURED, RESULT_REFUSED };

struct result {
    enum result_state state;
    double value;
    double spread;    /* median deviation of the repetitions, relative */
    char reason[200]; /* why it was refused */
};

struct results {
    struct device_facts facts;
    struct result of[GPU_KEYS];
};

#endif
