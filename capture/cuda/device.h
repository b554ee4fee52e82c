/* The device that is not there: its limits. */
#ifndef CAPTURE_CUDA_DEVICE_H
#define CAPTURE_CUDA_DEVICE_H

#include <stdbool.h>

#include "capture/cuda/api.h"

/* How many there are, each like the others; whether one has this number. */
int device_count(void);
bool device_exists(int device);
/* The first one's properties, filled on the first call, from the file that JOURNAL_DEVICE names. */
const struct cudaDeviceProp *device_properties(void);
/* Blocks of that many threads and bytes of shared memory that fit in a multiprocessor at once. Use
 * of registers is not known: 32 are counted for each thread. */
int device_blocks(int threads, size_t shared);

#endif
