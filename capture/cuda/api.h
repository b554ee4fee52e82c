/* The interfaces that the stand-in exports, as programs see them. */
#ifndef CAPTURE_CUDA_API_H
#define CAPTURE_CUDA_API_H

#pragma GCC visibility push(default)
#include "source/sdk/cuda/cuda.h"
#include "source/sdk/cuda/cuda_runtime_api.h"
#pragma GCC visibility pop

/* Remembers an error for cudaGetLastError(), and returns it. */
cudaError_t cuda_fail(cudaError_t error);

#define CUDA_EXPORT __attribute__((visibility("default")))

#endif
