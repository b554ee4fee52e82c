// An early return: the lanes that stay go on alone, and a warp without any ends there.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of guard: 3 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: before 32
// CHECK-NEXT: after 32
// CHECK-NEXT: warp 1
// CHECK-NEXT: before 32
// CHECK-NEXT: after 16
// CHECK-NEXT: warp 2
// CHECK-NEXT: before 32
// clperf: launch global=96 local=96 n=48
__kernel void guard(__global int *before, __global int *after, int n)
{
    int i = get_global_id(0);
    before[i] = i;
    if (i >= n)
        return;
    after[i] = i;
}
