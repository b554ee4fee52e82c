/* Groups of threads, in device code. */
#ifndef CLPERF_COOPERATIVE_GROUPS_H
#define CLPERF_COOPERATIVE_GROUPS_H
#pragma GCC system_header

#include "cuda_runtime.h"
#ifdef __CUDA__
#include "clperf/cooperative_groups.h"
#endif

#endif
