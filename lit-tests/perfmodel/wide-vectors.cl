// No instruction loads more than 16 bytes for a lane, or 32 on NVIDIA's GPUs from compute capability 10.0 on: a vector of eight floats
// takes two, each of which asks for the lines of all lanes where those are far apart.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=tesla-k40c,gtx-980,mi50 \
// RUN:   -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json '1.5 < eight / four < 2.4' | FileCheck %s
// CHECK: 3 GPUs, 0 wrong
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=b200 -fclperf-add-output=json:file=%t.new.json
// RUN: %python %S/Inputs/times.py %t.new.json 'eight / four < 1.2' | FileCheck --check-prefix=NEW %s
// NEW: 1 GPUs, 0 wrong

// clperf: launch global=131072 local=256 step=3
__kernel void four(__global const float4 *in, int step, __global float *out)
{
    float sum = 0;
    for (int i = 0; i < 1024; i++) {
        float4 v = in[get_local_id(0) % 64 * 16 + (i * step & 7) * 2];
        sum += v.x + v.w;
    }
    out[get_global_id(0)] = sum;
}

// clperf: launch global=131072 local=256 step=3
__kernel void eight(__global const float8 *in, int step, __global float *out)
{
    float sum = 0;
    for (int i = 0; i < 1024; i++) {
        float8 v = in[get_local_id(0) % 64 * 8 + (i * step & 7)];
        sum += v.s0 + v.s7;
    }
    out[get_global_id(0)] = sum;
}
