/* The parameters of kernels, from LLVM IR of the host's part with debug information. */
#ifndef CAPTURE_CUDA_NVCC_PARAMETERS_H
#define CAPTURE_CUDA_NVCC_PARAMETERS_H

#include "base/arena.h"

/* The text of kernels (capture/cuda/signature.h) of an IR text. */
const char *nvcc_parameters(struct arena *a, const char *ir);

#endif
