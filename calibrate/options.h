/* The command line of `clperf calibrate`. */
#ifndef CALIBRATE_OPTIONS_H
#define CALIBRATE_OPTIONS_H

#include "calibrate/worker.h"

struct calibrate_options {
    struct job job;
    const char *output;
    bool only;  /* some keys, not all */
    bool write; /* a description, not the values alone */
    bool list;
};

/* COMMAND_RUNS of base/command_line.h, or the exit status of --help or of a mistake. */
int calibrate_read_options(struct arena *a, char **argv, struct calibrate_options *o);

#endif
