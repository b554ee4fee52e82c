/* GPUs by the names that options take: those of the database, files, and "native", the GPU of this
 * machine. */
#ifndef HWDB_NATIVE_GPU_H
#define HWDB_NATIVE_GPU_H

#include <stddef.h>

#include "base/arena.h"
#include "hwdb/gpu.h"

/* As gpu_find(). "native" is the first GPU that OpenCL or CUDA has on this machine, or else
 * OpenCL's first device. Its description is a file of $XDG_CONFIG_HOME/clperf/gpus/
 * (~/.config/clperf/gpus/) whose product, name or alias is what the driver calls it, or else the
 * database's. The drivers run in a child, for five seconds at most. */
const struct gpu *gpu_named(struct arena *a, const char *name, const char **error);

/* What gpu_find() takes for a device that its driver calls so: the path of a file of the user's, or
 * the name of a built-in GPU. NULL if neither describes it, or a file of the user's is wrong. */
const char *gpu_of_device(struct arena *a, const char *name);

/* The GPU of this machine without asking its drivers, for whoever names none. */

/* What -fclperf-gpu= takes for the first device of this machine that anything describes: the name
 * of a built-in GPU, or the path of a file of the user's (see gpu_named()). NULL if there is none.
 * Devices are those that Linux names in files: NVIDIA's driver in
 * /proc/driver/nvidia/gpus/BUS/information ("Model:"), AMD's in
 * /sys/class/drm/cardN/device/product_name, which boards for servers have, Arm's in
 * /sys/class/misc/mali0/device/gpuinfo; and Intel's by the numbers of /sys/class/drm/cardN/device/
 * in pci_devices.def. No library is loaded and no process started. root stands before these paths:
 * "" for the machine itself. */
const char *machine_gpu(struct arena *a, const char *root);

/* What OpenCL and CUDA call the devices of this machine. Both are loaded at run time; calling them
 * may crash or hang. */

/* Writes the names of the device, one a line, that which is most exact first: of the first GPU that
 * OpenCL has, or that CUDA has, or of OpenCL's first device. "" where there is none. */
void native_device_names(char *to, size_t bytes);

#endif
