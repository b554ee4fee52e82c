/* The launches of a build that no source gives alone: with clperf-cc's records of all compilations
 * they are looked for in all host code of the build. */
#ifndef DRIVER_COMMANDS_MERGE_JOIN_H
#define DRIVER_COMMANDS_MERGE_JOIN_H

#include "diag/merge/merge.h"

/* Analyses again, by clperf-analyze and -fclperf-host-units=, the sources in this directory of
 * reports that have launches which are not known. Merges at the same
 * time do not disturb each other. */
void merge_join(struct arena *a, const char *dir, struct merge_joined *out);

#endif
