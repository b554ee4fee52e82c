// CDNA 2 computes two floats in one instruction, CDNA 1 does not.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=mi250x,mi210 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'two < 1.1 * one' | FileCheck %s --check-prefix=PACKED
// PACKED: 2 GPUs, 0 wrong
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=mi100 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'two > 1.8 * one' | FileCheck %s --check-prefix=SINGLE
// SINGLE: 1 GPUs, 0 wrong

#define LOOP(type)                                                                                 \
    type x = from[get_global_id(0)], y = x + x, z = y + x, w = z + y;                              \
    for (int i = 0; i < 4096; i++) {                                                               \
        x = fma(x, x, y);                                                                          \
        y = fma(y, y, z);                                                                          \
        z = fma(z, z, w);                                                                          \
        w = fma(w, w, x);                                                                          \
    }                                                                                              \
    to[get_global_id(0)] = x + y + z + w;

// clperf: launch global=1048576 local=256
__kernel void one(__global const float *from, __global float *to)
{
    LOOP(float)
}

// clperf: launch global=1048576 local=256
__kernel void two(__global const float2 *from, __global float2 *to)
{
    LOOP(float2)
}
