/* Measured times in a cache file of Kernel Tuner, as rows of a table. */
#ifndef BENCH_TUNER_CACHE_H
#define BENCH_TUNER_CACHE_H

#include "bench/table.h"

/* Rows of the data set "kernel_tuner", one for each configuration that has a time: `defines` has
 * the parameters, `extra` the problem size as problem_size_x, _y and _z, `line` is the number of
 * the configuration in the file. A file that a tuning has left open is read up to its last whole
 * configuration. False, with one line in *error. */
bool tuner_cache_read(struct arena *a, const char *path, const char *text, struct table *out,
                      const char **error);

#endif
