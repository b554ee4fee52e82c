/* NCCL: its calls are counted by name, and skipped. */
#ifndef CLPERF_NCCL_H
#define CLPERF_NCCL_H
#pragma GCC system_header

#include "clperf/library.h"

#define NCCL_MAJOR 2
#define NCCL_MINOR 20
#define NCCL_VERSION_CODE 22000
#define NCCL_UNIQUE_ID_BYTES 128
typedef struct ncclComm *ncclComm_t;
typedef struct {
    char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;
typedef enum {
    ncclSuccess,
    ncclUnhandledCudaError,
    ncclSystemError,
    ncclInternalError,
    ncclInvalidArgument,
    ncclInvalidUsage,
    ncclRemoteError,
    ncclInProgress
} ncclResult_t;
typedef enum { ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg } ncclRedOp_t;
typedef enum {
    ncclInt8,
    ncclChar = 0,
    ncclUint8,
    ncclInt32,
    ncclInt = 2,
    ncclUint32,
    ncclInt64,
    ncclUint64,
    ncclFloat16,
    ncclHalf = 6,
    ncclFloat32,
    ncclFloat = 7,
    ncclFloat64,
    ncclDouble = 8,
    ncclBfloat16
} ncclDataType_t;

CLPERF_C_LINKAGE const char *ncclGetErrorString(ncclResult_t result);

#define SKIPPED_CALL(name) CLPERF_SKIPPED(ncclResult_t, name)
#define MADE_CALL(name) CLPERF_SKIPPED(ncclResult_t, name)
#include "clperf/nccl_calls.def"
#undef SKIPPED_CALL
#undef MADE_CALL

#endif
