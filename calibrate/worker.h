/* The process that measures: what happens to it (a driver that crashes, a kernel that never ends, a
 * device that is lost) leaves clperf and what was measured so far as they are. */
#ifndef CALIBRATE_WORKER_H
#define CALIBRATE_WORKER_H

#include "calibrate/measurement.h"

struct job {
    const struct runtime *runtime;
    int device;
    bool wanted[GPU_KEYS];
    double tolerance;
    double limit_s; /* for one measurement */
    bool quick;
    /* Told of each result, in the process that watches. */
    void (*note)(void *context, const struct results *r, enum gpu_key key);
    void *context;
};

/* Shared with the process that measures: allocate with worker_results(), which is zeroed. */
struct results *worker_results(void);
/* Opens the device for what its driver says of it. False with one line in *error. */
bool worker_facts(struct arena *a, const struct job *job, struct results *r, const char **error);
/* Measures what is wanted and pending, or whatever it needs for that. False with one line in
 * *error if the device is of no use any more; what was measured is in *r all the same. */
bool worker_measure(struct arena *a, const struct job *job, struct results *r, const char **error);

#endif
