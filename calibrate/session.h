/* A session on one device: builds kernels, times them, and refuses what is noisy. */
#ifndef CALIBRATE_SESSION_H
#define CALIBRATE_SESSION_H

#include "calibrate/results.h"
#include "calibrate/runtime.h"

struct session {
    struct arena *arena; /* lasts for one measurement */
    const struct runtime *runtime;
    void *device;
    struct results *results;
    volatile int *current; /* the key in work, for the watching process */
    double tolerance;      /* largest relative spread that is accepted */
    double target_ns;      /* a run lasts at least so long */
    int repetitions;
    bool quick;
    bool lost;             /* the device does not answer any more */
    double integer_clocks; /* of a dependent integer instruction; 0: not known yet */
    const char *error;     /* why the last function failed */
};

struct quantity {
    double value, spread;
};

/* A kernel to be timed: what it is, and how it is launched. */
struct experiment {
    const char *source;
    size_t global, local;
    const void *in;
    unsigned least_n; /* iterations before time counts; 0: any */
    size_t in_bytes, out_bytes;
    /* NULL, or whether the results of a run of `n` iterations of one group are right. */
    bool (*check)(const struct experiment *e, unsigned n, const void *out);
    const void *context; /* for check */
};

/* Nanoseconds of one iteration: the difference of runs with n and 2 n iterations, which leaves out
 * launch, start and end. Fails if time does not grow with n, if the results are wrong, or if the
 * repetitions differ by more than the tolerance. */
bool session_iteration(struct session *s, const struct experiment *e, struct quantity *out);
/* Nanoseconds of a whole run with so many iterations. */
bool session_run(struct session *s, const struct experiment *e, unsigned n, struct quantity *out);
/* Whether running 4 iterations on the results of 4 gives the results of 8: a loop whose work was
 * removed or shortened fails. `out` has the layout of `in`. */
bool session_check_chain(struct session *s, const struct experiment *e);
/* The value of a key, measured first if need be; 0 with the reason in s->error if it has none. */
double session_value(struct session *s, enum gpu_key key);
/* Clocks of a dependent integer instruction, as addresses are made of; 0 with the reason in
 * s->error. */
double session_integer_clocks(struct session *s);
/* Nanoseconds to core clocks. */
double session_clocks(struct session *s, double ns);
/* Says why the measurement failed; false. */
bool session_fail(struct session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
