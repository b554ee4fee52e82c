/* clperf advise: the table of GPUs for kernels and for loops of sequential code. */
#ifndef DRIVER_COMMANDS_ADVISE_H
#define DRIVER_COMMANDS_ADVISE_H

#include "base/arena.h"

int advise_command(struct arena *a, int argc, char **argv);

#endif
