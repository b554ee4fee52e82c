/* The subcommands of clperf. */
#ifndef DRIVER_CLPERF_COMMAND_H
#define DRIVER_CLPERF_COMMAND_H

#include "base/arena.h"

struct companion_command {
    const char *name, *argument, *help;
    int (*simple)(struct arena *a, const char *argument); /* takes one argument at most, or NULL */
    int (*full)(struct arena *a, int argc, char **argv);  /* has a --help of its own */
};

/* main() of clperf. `more` are commands of rooms above this one. */
int clperf_companion(int argc, char **argv, const struct companion_command *more, size_t n_more);

#endif
