// One instruction computes two components of half precision, or a single one in the same time.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-2080-ti,v100,mi250x \
// RUN:   -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'one < 1.05 * two < 1.1 * one' 'four > 1.8 * two' \
// RUN:   'one > 0.9 * full' | FileCheck %s
// CHECK: 3 GPUs, 0 wrong
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

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
__kernel void one(__global const half *from, __global half *to)
{
    LOOP(half)
}

// clperf: launch global=1048576 local=256
__kernel void two(__global const half2 *from, __global half2 *to)
{
    LOOP(half2)
}

// clperf: launch global=1048576 local=256
__kernel void four(__global const half4 *from, __global half4 *to)
{
    LOOP(half4)
}

// clperf: launch global=1048576 local=256
__kernel void full(__global const float *from, __global float *to)
{
    LOOP(float)
}
