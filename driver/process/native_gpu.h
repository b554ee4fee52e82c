/* GPUs by the names that options take: those of the database, files, and "native", the GPU of this
 * machine. */
#ifndef DRIVER_PROCESS_NATIVE_GPU_H
#define DRIVER_PROCESS_NATIVE_GPU_H

#include "hwdb/gpu.h"

/* As gpu_find(). "native" is the first GPU that OpenCL or CUDA has on this machine, or else
 * OpenCL's first device. Its description is a file of $XDG_CONFIG_HOME/clperf/gpus/
 * (~/.config/clperf/gpus/) whose product, name or alias is what the driver calls it, or else the
 * database's. The drivers run in a child, for five seconds at most. */
const struct gpu *gpu_named(struct arena *a, const char *name, const char **error);

#endif
