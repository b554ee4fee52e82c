/* CUDA's vector types and dim3, for C and C++. */
#ifndef CLPERF_VECTOR_TYPES_H
#define CLPERF_VECTOR_TYPES_H
#pragma GCC system_header

#include "host_defines.h"

#define CLPERF_VECTOR(type, name, align2, align4)                                                  \
    struct name##1 {                                                                               \
        type x;                                                                                    \
    };                                                                                             \
    struct __align__(align2) name##2 {                                                             \
        type x, y;                                                                                 \
    };                                                                                             \
    struct name##3 {                                                                               \
        type x, y, z;                                                                              \
    };                                                                                             \
    struct __align__(align4) name##4 {                                                             \
        type x, y, z, w;                                                                           \
    };                                                                                             \
    typedef struct name##1 name##1;                                                                \
    typedef struct name##2 name##2;                                                                \
    typedef struct name##3 name##3;                                                                \
    typedef struct name##4 name##4;
CLPERF_VECTOR(signed char, char, 2, 4)
CLPERF_VECTOR(unsigned char, uchar, 2, 4)
CLPERF_VECTOR(short, short, 4, 8)
CLPERF_VECTOR(unsigned short, ushort, 4, 8)
CLPERF_VECTOR(int, int, 8, 16)
CLPERF_VECTOR(unsigned int, uint, 8, 16)
CLPERF_VECTOR(long, long, 16, 16)
CLPERF_VECTOR(unsigned long, ulong, 16, 16)
CLPERF_VECTOR(long long, longlong, 16, 16)
CLPERF_VECTOR(unsigned long long, ulonglong, 16, 16)
CLPERF_VECTOR(float, float, 8, 16)
CLPERF_VECTOR(double, double, 16, 16)
#undef CLPERF_VECTOR

struct dim3 {
    unsigned int x, y, z;
#if defined(__cplusplus) && __cplusplus >= 201103L
    __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1)
        : x(x), y(y), z(z) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;

#endif
