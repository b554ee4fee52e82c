/* cuRAND: its calls are counted by name, and skipped. */
#ifndef CLPERF_CURAND_H
#define CLPERF_CURAND_H
#pragma GCC system_header

#include "clperf/library.h"

typedef struct curandGenerator_st *curandGenerator_t;
typedef enum { CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_NOT_INITIALIZED = 101 } curandStatus_t;
typedef enum {
    CURAND_RNG_PSEUDO_DEFAULT = 100,
    CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141,
    CURAND_RNG_PSEUDO_MT19937 = 142,
    CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200,
    CURAND_RNG_QUASI_SOBOL32 = 201
} curandRngType_t;
typedef enum {
    CURAND_ORDERING_PSEUDO_BEST = 100,
    CURAND_ORDERING_PSEUDO_DEFAULT = 101,
    CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

#define SKIPPED_CALL(name) CLPERF_SKIPPED(curandStatus_t, name)
#define MADE_CALL(name) CLPERF_SKIPPED(curandStatus_t, name)
#include "clperf/curand_calls.def"
#undef SKIPPED_CALL
#undef MADE_CALL

#endif
