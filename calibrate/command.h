/* `clperf calibrate`: measures a device and writes its description. */
#ifndef CALIBRATE_COMMAND_H
#define CALIBRATE_COMMAND_H

#include "base/arena.h"

int calibrate_command(struct arena *a, int argc, char **argv);

#endif
