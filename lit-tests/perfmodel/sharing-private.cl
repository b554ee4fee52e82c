// What all groups read takes its place in the L2 once, but each has private arrays for itself: together
// those of all work-items at work are twice as large as the L2, and go to DRAM and back.
//
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -fclperf-gpu=gtx-1070 -fclperf-exact \
// RUN:   -fclperf-dump=sim -Wno-clperf 2>&1 | FileCheck %s
//
// CHECK: bound by dram

// clperf: launch global=491520 local=128
// clperf: arg in=elements:65536
__kernel void indexed(__global const int *in, __global int *out)
{
    int own[32];
    for (int j = 0; j < 32; j++)
        own[j] = in[get_local_id(0) + j * 2048];
#pragma unroll 1
    for (int j = 0; j < 256; j++)
        own[j * 7 & 31] += j;
    if (own[get_local_id(0) & 31] == 0)
        out[0] = 1;
}
