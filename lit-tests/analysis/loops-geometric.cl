// Loops that double or halve: the walk of a reduction.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=loops 2>&1 | FileCheck %s

// CHECK: loops of halve: 1
// CHECK-NEXT: trips floor(log2({{.*}}local_size(0) / 2{{.*}})) + 1 by induction
// CHECK: loops of twice: 1
// CHECK-NEXT: trips ceil(log2(n)) by induction

// clperf: launch global=32 local=32
__kernel void halve(__global float *a)
{
    for (uint i = get_local_size(0) / 2; i > 0; i >>= 1)
        a[i] = 1;
}

// clperf: launch global=32 local=32 n=100
__kernel void twice(__global float *a, int n)
{
    for (int i = 1; i < n; i *= 2)
        a[i] = 1;
}
