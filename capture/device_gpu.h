/* The stand-in device of a GPU of the hardware database. */
#ifndef CAPTURE_DEVICE_GPU_H
#define CAPTURE_DEVICE_GPU_H

#include "capture/device.h"
#include "hwdb/gpu.h"

struct device device_of_gpu(const struct gpu *g);
/* False with errno set if it cannot be written. */
bool device_write(const struct device *d, const char *path);

#endif
