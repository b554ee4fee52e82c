// A branch on data: taken on both sides to be conservative, and the trace says that it is
// not exact.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of data: 1 warps {{.*}}, unknown: a branch depends on data that is not known
// CHECK-NEXT: warp 0
// CHECK-NEXT: flag 32
// CHECK-NEXT: then 32
// CHECK-NEXT: other 32
// CHECK-NEXT: join 32
// clperf: launch global=32 local=32
__kernel void data(__global const int *flag, __global int *then, __global int *other,
                   __global int *join)
{
    int i = get_local_id(0);
    if (flag[i] > 0)
        then[i] = i;
    else
        other[i] = i;
    join[i] = i;
}

// CHECK: trace of argument: 1 warps {{.*}}, unknown: a branch depends on data that is not known
// CHECK-NEXT: warp 0
// CHECK-NEXT: then 32
// CHECK-NEXT: other 32
// clperf: launch global=32 local=32
__kernel void argument(__global int *then, __global int *other, int unknown)
{
    if (unknown)
        then[0] = 1;
    else
        other[0] = 1;
}
