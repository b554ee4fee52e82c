/* HIP's runtime as programs of hipcc call it, in terms of CUDA's stand-in: most functions take and
 * do what those of CUDA's do (same.ld). */
#ifndef CAPTURE_HIP_HIP_H
#define CAPTURE_HIP_HIP_H

#include "capture/cuda/api.h"

/* Its errors have CUDA's numbers. */
typedef int hipError_t;

#endif
