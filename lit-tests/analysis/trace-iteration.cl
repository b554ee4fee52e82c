// A branch on the loop variable is decided in every iteration (the branch misses by loop
// iteration of Algorithm 2).
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of alternate: 1 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: even 32
// CHECK-NEXT: odd 32
// CHECK-NEXT: even 32
// CHECK-NEXT: odd 32
// CHECK-NEXT: last 32
// clperf: launch global=32 local=32 n=4
__kernel void alternate(__global int *even, __global int *odd, __global int *last, int n)
{
    for (int j = 0; j < n; j++) {
        if (j % 2 == 0)
            even[j] = j;
        else
            odd[j] = j;
        if (j == n - 1)
            last[j] = j;
    }
}
