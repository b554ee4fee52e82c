// Local memory and L1 are one unit from Volta on, which moves the data of one request at a time: a kernel that loads
// from both takes the time of both. On Maxwell, where they are two, it takes less.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=a100 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json '.9 < both / (near + far) < 1.1' | FileCheck %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=gtx-980 -fclperf-add-output=json:file=%t.maxwell.json
// RUN: %python %S/Inputs/times.py %t.maxwell.json 'both / (near + far) < .8' | FileCheck %s
//
// Compute capability 8.6 needs two cycles for the addresses of a load from L1: four words of each lane take not
// four times but twice as long as one. On the A100 they take four times as long.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-3080 -fclperf-add-output=json:file=%t.ampere.json
// RUN: %python %S/Inputs/times.py %t.ampere.json '1.8 < far / words < 2.2' | FileCheck %s
// RUN: %python %S/Inputs/times.py %t.json '3.2 < far / words < 4.2' | FileCheck %s
// CHECK: 1 GPUs, 0 wrong

float sum_of(float4 v)
{
    return v.x + v.y + v.z + v.w;
}

void fill(__local float4 *tile, int t)
{
    for (int i = t; i < 1024; i += 256)
        tile[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// clperf: launch global=1048576 local=256 rounds=64
__kernel void near(__global float *out, int rounds)
{
    __local float4 tile[1024];
    int t = get_local_id(0);
    float sum = 0;
    fill(tile, t);
    for (int k = 0; k < rounds; k++)
#pragma unroll
        for (int r = 0; r < 16; r++)
            sum += sum_of(tile[t + (k & 7) * 32 + r * 32]);
    out[get_global_id(0)] = sum;
}

// clperf: launch global=1048576 local=256 rounds=64
__kernel void far(__global float *restrict out, __global const float4 *restrict table, int rounds)
{
    int t = get_local_id(0);
    float sum = 0;
    for (int k = 0; k < rounds; k++)
#pragma unroll
        for (int r = 0; r < 16; r++)
            sum += sum_of(table[t + (k & 7) * 32 + r * 32]);
    out[get_global_id(0)] = sum;
}

// clperf: launch global=1048576 local=256 rounds=64
__kernel void words(__global float *restrict out, __global const float *restrict table, int rounds)
{
    int t = get_local_id(0);
    float sum = 0;
    for (int k = 0; k < rounds; k++)
#pragma unroll
        for (int r = 0; r < 16; r++)
            sum += table[t + (k & 7) * 32 + r * 32];
    out[get_global_id(0)] = sum;
}

// clperf: launch global=1048576 local=256 rounds=64
__kernel void both(__global float *restrict out, __global const float4 *restrict table, int rounds)
{
    __local float4 tile[1024];
    int t = get_local_id(0);
    float sum = 0;
    fill(tile, t);
    for (int k = 0; k < rounds; k++)
#pragma unroll
        for (int r = 0; r < 16; r++)
            sum += sum_of(tile[t + (k & 7) * 32 + r * 32]) + sum_of(table[t + (k & 7) * 32 + r * 32]);
    out[get_global_id(0)] = sum;
}
