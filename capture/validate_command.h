/* `clperf validate`: captures a program, predicts its launches, and sets measured and predicted
 * times side by side. */
#ifndef CAPTURE_VALIDATE_COMMAND_H
#define CAPTURE_VALIDATE_COMMAND_H

#include "base/arena.h"

/* Gives 0 if a launch could be compared, 1 if none could, 2 for what cannot be asked. */
int validate_command(struct arena *a, int argc, char **argv);

#endif
