/* `clperf fit`: runs clperf-fit, which links what learns. */
#ifndef DRIVER_COMMANDS_FIT_COMMAND_H
#define DRIVER_COMMANDS_FIT_COMMAND_H

#include "base/arena.h"

/* The command line, without the program's name. The exit status. */
int fit_command(struct arena *a, int argc, char **argv);

#endif
