// What does not fill a round has an SM for itself, and takes as long as its instructions wait for one
// another, also where groups are long: nine where eight fit take more than an eighth longer.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=a100 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json '1.3 * full < more < 1.9 * full' | FileCheck %s
// CHECK: 1 GPUs, 0 wrong

#define CHAIN                                                                                      \
    float x = out[get_global_id(0)];                                                               \
    for (int k = 0; k < n; k++)                                                                    \
        _Pragma("unroll") for (int i = 0; i < 50; i++)                                             \
        {                                                                                          \
            x = native_exp(x);                                                                     \
            barrier(CLK_LOCAL_MEM_FENCE);                                                          \
        }                                                                                          \
    out[get_global_id(0)] = x

// clperf: launch global=221184 local=256 n=100
__kernel void full(__global float *out, int n) {
    CHAIN;
}

// clperf: launch global=248832 local=256 n=100
__kernel void more(__global float *out, int n) {
    CHAIN;
}
