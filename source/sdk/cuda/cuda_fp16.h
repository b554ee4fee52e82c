/* Half precision. The types of a compiler that is not clang have no arithmetic on pairs. */
#ifndef CLPERF_CUDA_FP16_H
#define CLPERF_CUDA_FP16_H
#pragma GCC system_header

#include "clperf/words.h"
#include "cuda_runtime.h"
#ifdef __CUDA__
#include "clperf/half.h"
#else
typedef struct {
    unsigned short x;
} __half, half;
typedef struct {
    unsigned short x, y;
} __half2, half2;
#endif

#endif
