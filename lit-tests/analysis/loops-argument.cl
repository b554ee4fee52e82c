// Trips that an argument or the work-item's number decides, as a formula of it.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=loops 2>&1 | FileCheck %s
//
// CHECK: loops of argument: 1
// CHECK-NEXT: trips max(0, n) by scev
// CHECK: loops of two_arguments: 1
// CHECK-NEXT: trips max(first, last) - first by scev
// CHECK: loops of item: 1
// CHECK-NEXT: trips get_global_id(0) by
// CHECK: loops of strided: 1
// CHECK-NEXT: trips ceil(n / 4) by

// clperf: launch global=32 local=32 n=8
__kernel void argument(__global float *a, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    a[get_global_id(0)] = s;
}

// clperf: launch global=32 local=32 first=2 last=8
__kernel void two_arguments(__global float *a, int first, int last)
{
    float s = 0;
    for (int i = first; i < last; i++)
        s += a[i];
    a[get_global_id(0)] = s;
}

// clperf: launch global=32 local=32
__kernel void item(__global float *a)
{
    float s = 0;
    for (uint i = 0; i < (uint)get_global_id(0); i++)
        s += a[i];
    a[get_global_id(0)] = s;
}

// clperf: launch global=32 local=32 n=8
__kernel void strided(__global float *a, uint n)
{
    float s = 0;
    for (uint i = 0; i < n; i += 4)
        s += a[i];
    a[get_global_id(0)] = s;
}
