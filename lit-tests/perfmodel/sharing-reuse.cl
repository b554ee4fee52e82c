// What a group has for itself and asks for again and again stays in the L2 at the cost of what its neighbours
// touch as well, once: halves of lines, here.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-1070 -fclperf-exact -fclperf-dump=sim -Wno-clperf 2>&1 | FileCheck %s
// CHECK: DRAM sectors 20{{....}}
//
// clperf: launch global=1024x480 local=16x8
__kernel void indexed(__global float *out)
{
    float own[16];
    int at = get_global_id(1) * 1024 + get_global_id(0);
    for (int j = 0; j < 16; j++)
        own[j] = j;
#pragma unroll 1
    for (int j = 0; j < 1024; j++)
        own[j * 7 & 15] += at;
    for (int j = 0; j < 16; j++)
        out[at + j * 1024 * 480] = own[j];
}
