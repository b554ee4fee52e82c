/* cuFFT: its calls are counted by name, and skipped. */
#ifndef CLPERF_CUFFT_H
#define CLPERF_CUFFT_H
#pragma GCC system_header

#include "clperf/library.h"

#include "cuComplex.h"

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef enum {
    CUFFT_SUCCESS,
    CUFFT_INVALID_PLAN,
    CUFFT_ALLOC_FAILED,
    CUFFT_INVALID_TYPE,
    CUFFT_INVALID_VALUE,
    CUFFT_INTERNAL_ERROR,
    CUFFT_EXEC_FAILED,
    CUFFT_SETUP_FAILED,
    CUFFT_INVALID_SIZE
} cufftResult;
typedef enum {
    CUFFT_R2C = 0x2a,
    CUFFT_C2R = 0x2c,
    CUFFT_C2C = 0x29,
    CUFFT_D2Z = 0x6a,
    CUFFT_Z2D = 0x6c,
    CUFFT_Z2Z = 0x69
} cufftType;
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1

#define SKIPPED_CALL(name) CLPERF_SKIPPED(cufftResult, name)
#define MADE_CALL(name) CLPERF_SKIPPED(cufftResult, name)
#include "clperf/cufft_calls.def"
#undef SKIPPED_CALL
#undef MADE_CALL

#endif
