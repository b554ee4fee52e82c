// Lanes with different trip counts: the loop goes on with those that are left.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of lanes: 1 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: body 32
// CHECK-NEXT: body 24
// CHECK-NEXT: body 16
// CHECK-NEXT: body 8
// CHECK-NEXT: after 32
// clperf: launch global=32 local=32
__kernel void lanes(__global int *body, __global int *after)
{
    int i = get_local_id(0);
    for (int j = 0; j < 1 + i / 8; j++)
        body[j] = j;
    after[0] = i;
}
