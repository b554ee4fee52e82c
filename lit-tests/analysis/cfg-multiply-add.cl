// A product and the sum that alone needs it are one instruction; a sum that shares its product with
// another one is an instruction of its own.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=cfg 2>&1 | FileCheck %s

// CHECK: cfg of chain (machine view)
// CHECK: compute imul 2, chain
// CHECK-NEXT: store global
// clperf: launch global=32 local=32 c=3
__kernel void chain(__global const int *a, __global int *b, int c)
{
    int i = get_local_id(0);
    int x = a[i], y = b[i];
    x = x * y + c;
    b[i] = x * y + c;
}

// CHECK: cfg of shared (machine view)
// CHECK: compute int 2 plain-sum 1 imul 1, chain
// CHECK-NEXT: store global
// clperf: launch global=32 local=32 c=3
__kernel void shared(__global const int *a, __global int *b, int c)
{
    int i = get_local_id(0);
    int p = a[i] * b[i];
    b[i] = (p + c) ^ (p - 7);
}
