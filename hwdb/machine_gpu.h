/* The GPU of this machine without asking its drivers, for whoever names none. */
#ifndef HWDB_MACHINE_GPU_H
#define HWDB_MACHINE_GPU_H

#include "base/arena.h"

/* What -fclperf-gpu= takes for the first device of this machine that anything describes: the name
 * of a built-in GPU, or the path of a file of the user's (see gpu_named()). NULL if there is none.
 * Devices are those that Linux names in files: NVIDIA's driver in
 * /proc/driver/nvidia/gpus/BUS/information ("Model:"), AMD's in
 * /sys/class/drm/cardN/device/product_name, which boards for servers have. No library is loaded and
 * no process started. root stands before these paths: "" for the machine itself. */
const char *machine_gpu(struct arena *a, const char *root);

#endif
