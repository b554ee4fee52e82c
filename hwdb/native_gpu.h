/* GPUs by the names that options take: those of the database, files, and "native", the GPU of this
 * machine. */
#ifndef HWDB_NATIVE_GPU_H
#define HWDB_NATIVE_GPU_H

#include "hwdb/gpu.h"

/* As gpu_find(). "native" is the first GPU that OpenCL or CUDA has on this machine, or else
 * OpenCL's first device. Its description is a file of $XDG_CONFIG_HOME/clperf/gpus/
 * (~/.config/clperf/gpus/) whose product, name or alias is what the driver calls it, or else the
 * database's. The drivers run in a child, for five seconds at most. */
const struct gpu *gpu_named(struct arena *a, const char *name, const char **error);

/* What gpu_find() takes for a device that its driver calls so: the path of a file of the user's, or
 * the name of a built-in GPU. NULL if neither describes it, or a file of the user's is wrong. */
const char *gpu_of_device(struct arena *a, const char *name);

#endif
