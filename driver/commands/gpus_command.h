/* clperf gpus: which GPUs are known, and what is known of one. */
#ifndef DRIVER_COMMANDS_GPUS_COMMAND_H
#define DRIVER_COMMANDS_GPUS_COMMAND_H

#include "base/arena.h"

int gpus_command(struct arena *a, int argc, char **argv);

#endif
