/* Names and texts of errors, and the last one of each thread. */
#include "capture/cuda/api.h"

static const struct {
    int number;
    const char *runtime, *driver, *text;
} errors[] = {
#define CUDA_ERROR_BOTH(number, runtime, driver, text) {number, #runtime, #driver, text},
#define CUDA_ERROR_RUNTIME(number, runtime, text) {number, #runtime, NULL, text},
#include "source/sdk/cuda/clperf/errors.def"
};

enum { ERRORS = sizeof errors / sizeof *errors };

static _Thread_local cudaError_t last_error;

cudaError_t cuda_fail(cudaError_t error) {
    if (error)
        last_error = error;
    return error;
}

cudaError_t cudaGetLastError(void) {
    cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void) {
    return last_error;
}

static int row_of(int error) {
    for (int i = 0; i < ERRORS; i++)
        if (errors[i].number == error)
            return i;
    return -1;
}

const char *cudaGetErrorName(cudaError_t error) {
    int row = row_of((int)error);
    return row < 0 ? "unrecognized error code" : errors[row].runtime;
}

const char *cudaGetErrorString(cudaError_t error) {
    int row = row_of((int)error);
    return row < 0 ? "unrecognized error code" : errors[row].text;
}

CUresult cuGetErrorName(CUresult error, const char **name) {
    int row = row_of((int)error);
    *name = row < 0 ? NULL : errors[row].driver;
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text) {
    int row = row_of((int)error);
    *text = row < 0 ? NULL : errors[row].text;
    return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
