// A branch on the warp: each warp takes its own side only, and the other one is no part of
// its trace (the branch misses of Algorithm 2).
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of sides: 4 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: then 32
// CHECK-NEXT: join 32
// CHECK-NEXT: warp 1
// CHECK-NEXT: then 32
// CHECK-NEXT: then 32
// CHECK-NEXT: join 32
// CHECK-NEXT: warp 2
// CHECK-NEXT: other 32
// CHECK-NEXT: join 32
// CHECK-NEXT: warp 3
// CHECK-NEXT: other 32
// CHECK-NEXT: then 32
// CHECK-NEXT: join 32
// clperf: launch global=128 local=128
__kernel void sides(__global int *then, __global int *other, __global int *join)
{
    int i = get_local_id(0);
    if (i < 64)
        then[i] = i;
    else
        other[i] = i;
    if (i / 32 % 2)
        then[i] = i;
    join[i] = i;
}
