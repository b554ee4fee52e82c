/* What both interfaces share in launching. */
#ifndef CAPTURE_CUDA_START_H
#define CAPTURE_CUDA_START_H

#include "capture/cuda/api.h"
#include "capture/cuda/launch.h"

/* Names the device in the journal and says what is not done, once. */
void start_capture(void);
/* The memory that stands for the device's. */
extern const struct launch_memory cuda_memory;
/* Checks the launch against the device's limits and does it. */
cudaError_t cuda_launch(struct launch *l, cudaStream_t stream);
cudaError_t cuda_set_attribute(struct cuda_kernel *k, int attribute, int value);

#endif
