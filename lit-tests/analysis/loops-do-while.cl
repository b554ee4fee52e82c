// A loop that asks at its end runs at least once.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=loops 2>&1 | FileCheck %s
//
// CHECK: loops of six: 1
// CHECK-NEXT: trips 6 by const
// CHECK: loops of argument: 1
// CHECK-NEXT: trips max(1, n) by scev

// clperf: launch global=32 local=32 n=2
__kernel void six(__global float *a)
{
    float s = 0;
    int i = 0;
    do {
        s += a[i];
        i++;
    } while (i < 6);
    a[get_global_id(0)] = s;
}

// clperf: launch global=32 local=32 n=2
__kernel void argument(__global float *a, int n)
{
    float s = 0;
    int i = 0;
    do {
        s += a[i];
        i++;
    } while (i < n);
    a[get_global_id(0)] = s;
}
