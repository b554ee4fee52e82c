/* Complex numbers. */
#ifndef CLPERF_CU_COMPLEX_H
#define CLPERF_CU_COMPLEX_H
#pragma GCC system_header

#include "clperf/words.h"
#include "vector_types.h"
#ifdef __CUDA__
#include "clperf/complex.h"
#else
typedef float2 cuFloatComplex, cuComplex;
typedef double2 cuDoubleComplex;
#endif

#endif
