/* `clperf capture`: runs a program and writes what it launched. */
#ifndef CAPTURE_COMMAND_H
#define CAPTURE_COMMAND_H

#include "base/arena.h"

/* Gives the program's exit status, 128 + N where signal N ended it, 126 or 127 where it did not
 * start, as shells do. */
int capture_command(struct arena *a, int argc, char **argv);

#endif
