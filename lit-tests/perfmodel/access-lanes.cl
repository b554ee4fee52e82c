// A request of fewer lanes is as wide as these: half a warp, every other lane, one lane.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=access -Wno-clperf 2>&1 | FileCheck %s
//
// CHECK: 1 requests, 2 sectors 1 lines, ideal 2
// CHECK-NEXT: 1 requests, 4 sectors 1 lines, ideal 2
// CHECK-NEXT: 1 requests, 1 sectors 1 lines, ideal 1

// clperf: launch global=32 local=32
__kernel void lanes(__global float *a)
{
    int i = get_global_id(0);
    if (i < 16)
        a[i] = 1;
    if (i % 2)
        a[i] = 2;
    if (i == 9)
        a[i] = 3;
}
