// A request of local memory takes two cycles on GPUs of compute capability 8.6, one on the A100, or as many as
// its passes: 16 bytes that are the same for all lanes have two, 16 of each lane four.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-3080 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'same / one < 1.2 and 1.5 < own / one < 2.2' | FileCheck %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=a100 -fclperf-add-output=json:file=%t.a100.json
// RUN: %python %S/Inputs/times.py %t.a100.json '1.8 < own / same < 2.2' | FileCheck %s
// CHECK: 1 GPUs, 0 wrong

void fill(int t, __local float4 *tile)
{
    for (int i = t; i < 1024; i += 256)
        tile[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
}

float sum_of(__local const float4 *tile, int first, int step, int rounds)
{
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < rounds; k++) {
        float4 v = tile[first + k * step & 1023];
        sum += v.x + v.y + v.z + v.w;
    }
    return sum;
}

// clperf: launch global=1048576 local=256 rounds=2048
__kernel void one(__global float *out, int rounds)
{
    __local float4 tile[1024];
    __local const float *words = (__local const float *)tile;
    int t = get_local_id(0);
    float sum = 0;
    fill(t, tile);
#pragma unroll 8
    for (int k = 0; k < rounds; k++)
        sum += words[t + k * 32 & 1023];
    out[get_global_id(0)] = sum;
}

// clperf: launch global=1048576 local=256 rounds=2048
__kernel void same(__global float *out, int rounds)
{
    __local float4 tile[1024];
    fill(get_local_id(0), tile);
    out[get_global_id(0)] = sum_of(tile, 0, 1, rounds);
}

// clperf: launch global=1048576 local=256 rounds=2048
__kernel void own(__global float *out, int rounds)
{
    __local float4 tile[1024];
    fill(get_local_id(0), tile);
    out[get_global_id(0)] = sum_of(tile, get_local_id(0), 32, rounds);
}
