/* The words that headers shared with the analysis of device code are written in. */
#ifndef CLPERF_WORDS_H
#define CLPERF_WORDS_H
#pragma GCC system_header

#include "host_defines.h"

#define CLPERF_INLINE static __inline__ __attribute__((always_inline, nodebug, unused))
#define CLPERF_DEVICE CLPERF_INLINE __device__
#define CLPERF_BOTH CLPERF_INLINE __host__ __device__

#endif
