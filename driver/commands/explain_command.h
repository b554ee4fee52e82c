/* clperf explain: what a rule finds, and why a finding costs what it does. */
#ifndef DRIVER_COMMANDS_EXPLAIN_COMMAND_H
#define DRIVER_COMMANDS_EXPLAIN_COMMAND_H

#include "base/arena.h"

/* The arguments after `clperf`. Returns the exit status. */
int explain_command(struct arena *a, int argc, char **argv);

#endif
