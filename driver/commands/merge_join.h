/* The launches of a build that no source gives alone: with clperf-cc's records of all compilations
 * they are looked for in all host code of the build. */
#ifndef DRIVER_COMMANDS_MERGE_JOIN_H
#define DRIVER_COMMANDS_MERGE_JOIN_H

#include "base/words.h"

/* What came of it. */
struct merge_joined {
    size_t analysed, sources; /* again, of those that left a record and have kernels */
    size_t known;             /* launches that are known now and were not */
    size_t left_out;          /* sources that there was no time for */
    struct words files;       /* reports and logs that others stand for now */
};

/* Analyses again, by clperf-analyze and -fclperf-host-units=, the sources in this directory of
 * reports that have launches which are not known. Merges at the same
 * time do not disturb each other. */
void merge_join(struct arena *a, const char *dir, struct merge_joined *out);
/* The file that stands for this one since merge_join(), or the path itself. */
const char *merge_joined_file(struct arena *a, const struct merge_joined *joined, const char *path);

#endif
