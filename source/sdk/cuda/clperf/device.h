/* What device code uses, so that it can be read while the host's part is compiled: the same headers
 * that it is analysed with. No code is made of it. */
#ifndef CLPERF_DEVICE_H
#define CLPERF_DEVICE_H
#pragma GCC system_header

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __CUDACC_VER_BUILD__ 131
#define __CUDACC_EXTENDED_LAMBDA__ 1
#ifndef CUDA_VERSION
#define CUDA_VERSION 12040
#endif

#include "clperf/words.h"

/* Each needs those before it. */
#include "clperf/device/work_items.h"

#include "clperf/device/warps.h"

#include "clperf/device/memory.h"

#include "clperf/device/mathematics.h"

#include "clperf/device/arithmetic.h"

#include "clperf/device/conversions.h"

#include "clperf/device/library.h"

/* Host code mixes types in these as device code does. */
#define CLPERF_HOST_MIXED(x_type, y_type, type)                                                    \
    static __inline__ type min(x_type x, y_type y) {                                               \
        return min((type)x, (type)y);                                                              \
    }                                                                                              \
    static __inline__ type max(x_type x, y_type y) {                                               \
        return max((type)x, (type)y);                                                              \
    }
CLPERF_HOST_MIXED(int, unsigned, unsigned)
CLPERF_HOST_MIXED(unsigned, int, unsigned)
CLPERF_HOST_MIXED(int, long, long)
CLPERF_HOST_MIXED(long, int, long)
CLPERF_HOST_MIXED(int, unsigned long, unsigned long)
CLPERF_HOST_MIXED(unsigned long, int, unsigned long)
CLPERF_HOST_MIXED(unsigned, unsigned long, unsigned long)
CLPERF_HOST_MIXED(unsigned long, unsigned, unsigned long)
#undef CLPERF_HOST_MIXED

#endif
