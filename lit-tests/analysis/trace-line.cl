// Straight line: every warp takes every access once, in order.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of line: 3 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: first 32
// CHECK-NEXT: second 32
// CHECK-NEXT: second 32
// CHECK-NEXT: third 32
// CHECK-NEXT: warp 1
// CHECK-NEXT: first 32
// CHECK-NEXT: second 32
// CHECK-NEXT: second 32
// CHECK-NEXT: third 32
// CHECK-NEXT: warp 2
// CHECK-NEXT: first 16
// CHECK-NEXT: second 16
// CHECK-NEXT: second 16
// CHECK-NEXT: third 16
// clperf: launch global=80 local=80
__kernel void line(__global int *first, __global int *second, __global int *third)
{
    int i = get_global_id(0);
    first[i] = i;
    second[i] = i;
    third[i] = second[i];
}
