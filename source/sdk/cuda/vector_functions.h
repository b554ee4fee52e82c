/* make_float4() and its like. */
#ifndef CLPERF_VECTOR_FUNCTIONS_H
#define CLPERF_VECTOR_FUNCTIONS_H
#pragma GCC system_header

#include "clperf/words.h"
#include "vector_types.h"

#define CLPERF_MAKE_VECTOR(type, name)                                                             \
    CLPERF_BOTH name##1 make_##name##1(type x) {                                                   \
        name##1 v = {x};                                                                           \
        return v;                                                                                  \
    }                                                                                              \
    CLPERF_BOTH name##2 make_##name##2(type x, type y) {                                           \
        name##2 v = {x, y};                                                                        \
        return v;                                                                                  \
    }                                                                                              \
    CLPERF_BOTH name##3 make_##name##3(type x, type y, type z) {                                   \
        name##3 v = {x, y, z};                                                                     \
        return v;                                                                                  \
    }                                                                                              \
    CLPERF_BOTH name##4 make_##name##4(type x, type y, type z, type w) {                           \
        name##4 v = {x, y, z, w};                                                                  \
        return v;                                                                                  \
    }
CLPERF_MAKE_VECTOR(signed char, char)
CLPERF_MAKE_VECTOR(unsigned char, uchar)
CLPERF_MAKE_VECTOR(short, short)
CLPERF_MAKE_VECTOR(unsigned short, ushort)
CLPERF_MAKE_VECTOR(int, int)
CLPERF_MAKE_VECTOR(unsigned int, uint)
CLPERF_MAKE_VECTOR(long, long)
CLPERF_MAKE_VECTOR(unsigned long, ulong)
CLPERF_MAKE_VECTOR(long long, longlong)
CLPERF_MAKE_VECTOR(unsigned long long, ulonglong)
CLPERF_MAKE_VECTOR(float, float)
CLPERF_MAKE_VECTOR(double, double)
#undef CLPERF_MAKE_VECTOR

#endif
