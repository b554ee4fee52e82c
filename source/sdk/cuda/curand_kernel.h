/* Random numbers in device code, declared only. */
#ifndef CLPERF_CURAND_KERNEL_H
#define CLPERF_CURAND_KERNEL_H
#pragma GCC system_header

#include "cuda_runtime.h"
#include "curand.h"

#ifdef __CUDA__
/* States have the sizes of CUDA's, which programs allocate. */
#define CLPERF_RANDOM_STATE(name, words)                                                           \
    struct name {                                                                                  \
        unsigned int clperf_words[words];                                                          \
    };                                                                                             \
    typedef name name##_t;
CLPERF_RANDOM_STATE(curandStateXORWOW, 12)
CLPERF_RANDOM_STATE(curandStateMRG32k3a, 18)
CLPERF_RANDOM_STATE(curandStatePhilox4_32_10, 16)
CLPERF_RANDOM_STATE(curandStateSobol32, 35)
#undef CLPERF_RANDOM_STATE
typedef curandStateXORWOW curandState, curandState_t;

template <class S>
__device__ void curand_init(unsigned long long seed, unsigned long long sequence,
                            unsigned long long offset, S *state);
template <class S> __device__ unsigned int curand(S *state);
template <class S> __device__ float curand_uniform(S *state);
template <class S> __device__ double curand_uniform_double(S *state);
template <class S> __device__ float curand_normal(S *state);
template <class S> __device__ double curand_normal_double(S *state);
template <class S> __device__ float curand_log_normal(S *state, float mean, float deviation);
template <class S> __device__ unsigned int curand_poisson(S *state, double lambda);
template <class S> __device__ float2 curand_normal2(S *state);
template <class S> __device__ uint4 curand4(S *state);
template <class S> __device__ float4 curand_uniform4(S *state);
template <class S> __device__ float4 curand_normal4(S *state);
template <class S> __device__ void skipahead(unsigned long long n, S *state);
#endif

#endif
