// A loop with n trips visits its body n times and its exit once.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of known: 1 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: body 32
// CHECK-NEXT: body 32
// CHECK-NEXT: body 32
// CHECK-NEXT: after 32
// clperf: launch global=32 local=32 n=3
__kernel void known(__global int *body, __global int *after, int n)
{
    for (int j = 0; j < n; j++)
        body[j] = j;
    after[0] = n;
}

// CHECK: trace of empty: 1 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: after 32
// clperf: launch global=32 local=32 n=0
__kernel void empty(__global int *body, __global int *after, int n)
{
    for (int j = 0; j < n; j++)
        body[j] = j;
    after[0] = n;
}
