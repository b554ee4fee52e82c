// Maxwell and Pascal cache loads in L1 if nothing writes to what they load. The SM's texture units fill 62.6 bytes of
// registers a clock with them: 2 clocks for a float of each lane, 8.2 for four, whether lanes share them or not. What
// may be written comes from the L2, 24 bytes a clock on the GTX 980: 5.4 clocks for a line.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=gtx-980,gtx-titan-x,gtx-1080-ti \
// RUN:   -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'plain > 1.8 * restricted' '0.98 < written / plain < 1.02' \
// RUN:   '3.5 < four / restricted < 4.2' '0.95 < shared / restricted < 1.05' | FileCheck %s
// CHECK: 3 GPUs, 0 wrong

#define SUM(type, index)                                                                           \
    type sum = 0;                                                                                  \
    for (int i = 0; i < 4096; i++)                                                                 \
        sum += in[index];

#define LINE (get_local_id(0) % 32 + i % 32 * 32)

// clperf: launch global=131072 local=256
__kernel void restricted(__global const float *restrict in, __global float *restrict out)
{
    SUM(float, LINE)
    out[get_global_id(0)] = sum;
}

// clperf: launch global=131072 local=256
__kernel void shared(__global const float *restrict in, __global float *restrict out)
{
    SUM(float, get_local_id(0) % 32 / 16 + i % 32 * 32)
    out[get_global_id(0)] = sum;
}

// clperf: launch global=131072 local=256
__kernel void four(__global const float4 *restrict in, __global float *restrict out)
{
    SUM(float4, get_local_id(0) % 32 / 16 + i % 32 * 8)
    out[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
}

// clperf: launch global=131072 local=256
__kernel void plain(__global const float *in, __global float *out)
{
    SUM(float, LINE)
    out[get_global_id(0)] = sum;
}

// clperf: launch global=131072 local=256
__kernel void written(__global float *restrict in, __global float *restrict out)
{
    SUM(float, LINE)
    out[get_global_id(0)] = sum;
    in[get_global_id(0) + 1024] = sum;
}
