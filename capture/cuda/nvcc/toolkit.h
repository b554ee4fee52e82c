/* An installed toolkit, for sources that need headers of it: cub, thrust and the like. */
#ifndef CAPTURE_CUDA_NVCC_TOOLKIT_H
#define CAPTURE_CUDA_NVCC_TOOLKIT_H

#include "capture/cuda/nvcc/compile.h"

/* The path of another nvcc than the one in the folder `own`, or NULL. */
const char *nvcc_of_toolkit(struct arena *a, const char *own);

#endif
