/* The subcommands of clperf. */
#ifndef DRIVER_COMMANDS_CLPERF_COMMAND_H
#define DRIVER_COMMANDS_CLPERF_COMMAND_H

#include "base/arena.h"

struct companion_command {
    const char *name, *argument, *help;
    /* argv[0] is how the command was named. Says what it takes where argv[1] is --help. */
    int (*run)(struct arena *a, int argc, char **argv);
    /* Another use of a command, by an option that comes first: `clperf diff --require`. Its own
     * name, `clperf gate`, goes on being one. NULL: a command. */
    const char *of, *option;
};

/* main() of clperf. `more` are commands of rooms above this one. */
int clperf_companion(int argc, char **argv, const struct companion_command *more, size_t n_more);

#endif
