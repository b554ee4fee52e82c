/* The command line of `clperf calibrate`. */
#ifndef CALIBRATE_OPTIONS_H
#define CALIBRATE_OPTIONS_H

#include <stdio.h>

#include "calibrate/worker.h"

struct calibrate_options {
    struct job job;
    const char *output;
    bool only;  /* some keys, not all */
    bool write; /* a description, not the values alone */
    bool list, help;
};

/* NULL, or one line that says what is wrong. */
const char *calibrate_read_options(struct arena *a, char **argv, struct calibrate_options *o);
void calibrate_print_usage(FILE *out);

#endif
