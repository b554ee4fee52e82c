// A branch inside a warp: both sides one after the other, each with its own lanes, and
// behind the branch all lanes together again.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of sides: 2 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: start 32
// CHECK-NEXT: then 32
// CHECK-NEXT: inner 8
// CHECK-NEXT: then 32
// CHECK-NEXT: then 32
// CHECK-NEXT: join 32
// CHECK-NEXT: warp 1
// CHECK-NEXT: start 32
// CHECK-NEXT: then 8
// CHECK-NEXT: inner 2
// CHECK-NEXT: then 8
// CHECK-NEXT: then 8
// CHECK-NEXT: other 24
// CHECK-NEXT: join 32
// clperf: launch global=64 local=64
__kernel void sides(__global int *start, __global int *then, __global int *other,
                    __global int *inner, __global int *join)
{
    int i = get_local_id(0);
    start[i] = i;
    if (i < 40) {
        then[i] = i;
        if (i % 4 == 0)
            inner[i] = i;
        then[i] += i;
    } else {
        other[i] = i;
    }
    join[i] = i;
}
