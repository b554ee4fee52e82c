// && and ||: the right side is only evaluated where the left one leaves it open.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of and: 2 warps {{.*}}, unknown: a branch depends on data that is not known
// CHECK-NEXT: warp 0
// CHECK-NEXT: flag 20
// CHECK-NEXT: then 20
// CHECK-NEXT: join 32
// CHECK-NEXT: warp 1
// CHECK-NEXT: join 32
// clperf: launch global=64 local=64 n=20
__kernel void and(__global const int *flag, __global int *then, __global int *join, int n)
{
    int i = get_local_id(0);
    if (i < n && flag[i])
        then[i] = i;
    join[i] = i;
}

// CHECK: trace of both: 1 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: then 6
// CHECK-NEXT: other 26
// clperf: launch global=32 local=32
__kernel void both(__global int *then, __global int *other)
{
    int i = get_local_id(0);
    if (i < 4 || i >= 30)
        then[i] = i;
    else
        other[i] = i;
}
