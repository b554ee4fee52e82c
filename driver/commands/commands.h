/* The commands of clperf, each in the file of its name. They take the command line after `clperf`
 * and return the exit status. */
#ifndef DRIVER_COMMANDS_COMMANDS_H
#define DRIVER_COMMANDS_COMMANDS_H

#include "base/arena.h"

/* The table of GPUs for kernels and for loops of sequential code. */
int advise_command(struct arena *a, int argc, char **argv);
/* Two reports, kernel by kernel. */
int diff_command(struct arena *a, int argc, char **argv);
/* What a rule finds, and why a finding costs what it does. */
int explain_command(struct arena *a, int argc, char **argv);
/* Runs clperf-fit, which links what learns. */
int fit_command(struct arena *a, int argc, char **argv);
/* Whether a report meets conditions. */
int gate_command(struct arena *a, int argc, char **argv);
/* Which GPUs are known, and what is known of one. */
int gpus_command(struct arena *a, int argc, char **argv);
/* The reports of a build as one file. */
int merge_command(struct arena *a, int argc, char **argv);

#endif
