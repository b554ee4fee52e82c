/* What NVIDIA's samples bring in a header of this name, and many programs use without bringing it:
 * checks of errors, and the choice of a device. */
#ifndef CLPERF_HELPER_CUDA_H
#define CLPERF_HELPER_CUDA_H
#pragma GCC system_header

#include <stdio.h>
#include <stdlib.h>

#include "cuda_runtime.h"

template <class T>
static inline void clperf_check(T error, const char *call, const char *file, int line) {
    if (!error)
        return;
    fprintf(stderr, "%s:%d: %s: error %d\n", file, line, call, (int)error);
    exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) clperf_check((call), #call, __FILE__, __LINE__)
#define getLastCudaError(text) clperf_check(cudaGetLastError(), text, __FILE__, __LINE__)

static inline int gpuGetMaxGflopsDeviceId() {
    return 0;
}
static inline int findCudaDevice(int, const char **) {
    cudaSetDevice(0);
    return 0;
}
static inline int gpuDeviceInit(int device) {
    cudaSetDevice(device);
    return device;
}
static inline int _ConvertSMVer2Cores(int, int) {
    return 64;
}

#endif
