// Nested loops: the inner one starts anew in each iteration of the outer, and its bound may
// depend on it.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of triangle: 1 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: outer 32
// CHECK-NEXT: outer 32
// CHECK-NEXT: inner 32
// CHECK-NEXT: outer 32
// CHECK-NEXT: inner 32
// CHECK-NEXT: inner 32
// CHECK-NEXT: after 32
// clperf: launch global=32 local=32 n=3
__kernel void triangle(__global int *outer, __global int *inner, __global int *after, int n)
{
    for (int i = 0; i < n; i++) {
        outer[i] = i;
        for (int j = 0; j < i; j++)
            inner[j] = j;
    }
    after[0] = n;
}
