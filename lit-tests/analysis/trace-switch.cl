// A switch: one side for each case that some lane takes, fall-through and default included.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of lanes: 2 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: zero 16
// CHECK-NEXT: one 32
// CHECK-NEXT: one 32
// CHECK-NEXT: join 32
// CHECK-NEXT: warp 1
// CHECK-NEXT: rest 32
// CHECK-NEXT: one 32
// CHECK-NEXT: join 32
// clperf: launch global=64 local=64 mode=7
__kernel void lanes(__global int *zero, __global int *one, __global int *rest, __global int *join,
                    int mode)
{
    int i = get_local_id(0);
    switch (i / 16) {
    case 0:
        zero[i] = i;
    case 1:
        one[i] = i;
        break;
    default:
        rest[i] = i;
    }
    switch (mode) {
    case 7:
        one[i] = i;
        break;
    case 8:
        zero[i] = i;
    }
    join[i] = i;
}
