/* What a user can do for the kernels whose launches no source says. */
#ifndef DRIVER_CHECK_MISSING_LAUNCHES_H
#define DRIVER_CHECK_MISSING_LAUNCHES_H

#include "driver/check/check.h"

/* Names the kernels of the reports whose launches are guessed, in part or as a whole, and the
 * command that takes them from a run of the program: one line, or none where all are known. */
void check_say_missing(struct arena *a, const struct merge *m, const struct check_units *units,
                       const char *root, FILE *out);

#endif
