/* cuSOLVER: its calls are counted by name, and skipped. */
#ifndef CLPERF_CUSOLVERDN_H
#define CLPERF_CUSOLVERDN_H
#pragma GCC system_header

#include "clperf/library.h"

#include "cublas_v2.h"

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct syevjInfo *syevjInfo_t;
typedef enum { CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED } cusolverStatus_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR } cusolverEigMode_t;

#define SKIPPED_CALL(name) CLPERF_SKIPPED(cusolverStatus_t, name)
#define MADE_CALL(name) CLPERF_SKIPPED(cusolverStatus_t, name)
#include "clperf/cusolver_calls.def"
#undef SKIPPED_CALL
#undef MADE_CALL

#endif
