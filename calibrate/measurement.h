/* The table of measurements: one row of measurements.def each. */
#ifndef CALIBRATE_MEASUREMENT_H
#define CALIBRATE_MEASUREMENT_H

#include "calibrate/session.h"

struct measurement;

/* Measures on the session's device; false with the reason in s->error. */
typedef bool measure_function(struct session *s, const struct measurement *m, struct quantity *out);

struct measurement {
    enum gpu_key key;
    measure_function *measure;
    const char *type, *step; /* of instructions: the type and what is repeated */
    int operations;          /* of the instruction in one step */
    int steps;               /* in one iteration of each chain: less where one is long */
    const char *how;         /* for the file's `source` and --list */
};

#define FUNCTION(name) measure_function name;
#include "calibrate/functions.def"
#undef FUNCTION

extern const struct measurement measurements[];
extern const size_t n_measurements;

/* The row of a key, or NULL. */
const struct measurement *measurement_find(enum gpu_key key);
/* Measures what the row says, and notes the result or why there is none. */
void measurement_run(struct session *s, const struct measurement *m);

#endif
