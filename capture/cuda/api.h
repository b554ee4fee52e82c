/* The interfaces that the stand-in exports, as programs see them. */
#ifndef CAPTURE_CUDA_API_H
#define CAPTURE_CUDA_API_H

#pragma GCC visibility push(default)
#include "capture/cuda/include/cuda.h"
#include "capture/cuda/include/cuda_runtime_api.h"
#pragma GCC visibility pop

/* Remembers an error for cudaGetLastError(), and returns it. */
cudaError_t cuda_fail(cudaError_t error);

#define CUDA_EXPORT __attribute__((visibility("default")))

#endif
