/* cuBLAS as it was before it had handles: its calls are counted by name, and skipped. */
#ifndef CLPERF_CUBLAS_H
#define CLPERF_CUBLAS_H
#pragma GCC system_header

#include "cublas_v2.h"

typedef cublasStatus_t cublasStatus;

#endif
