// The machine view moves loads up to where their addresses are known, so that they overlap, but not
// across a barrier and not across a store to the same memory.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=cfg 2>&1 | FileCheck %s

// CHECK: cfg of overlap (source view)
// CHECK: access 0
// CHECK-NEXT: waits for 0
// CHECK-NEXT: access 1
// CHECK: cfg of overlap (machine view)
// CHECK: access 0
// CHECK: access 1
// CHECK-NEXT: waits for 0
// CHECK-NEXT: waits for 1
// clperf: launch global=32 local=32
__kernel void overlap(__global const float *a, __global const float *b, __global float *c)
{
    int i = get_global_id(0);
    float x = a[i];
    x = x * x + 3;
    float y = b[i];
    c[i] = x / y;
}

// CHECK: cfg of fenced (machine view)
// CHECK: store local
// CHECK-NEXT: barrier
// CHECK-NEXT: compute
// CHECK-NEXT: load local
// CHECK-NEXT: load global 4 bytes, access 3
// CHECK-NEXT: waits for 2,3
// clperf: launch global=32 local=32
__kernel void fenced(__global const float *a, __global float *b, __local float *t)
{
    int i = get_local_id(0);
    t[i] = a[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    b[i] = t[i ^ 1] + a[i + 32];
}

// CHECK: cfg of stored (machine view)
// CHECK: store global 4 bytes, access 0
// CHECK: load global 4 bytes, access 1
// CHECK: store global 4 bytes, access 2, waits for 1
// clperf: launch global=32 local=32
__kernel void stored(__global float *a, __global float *b)
{
    int i = get_global_id(0);
    a[i] = 1;
    b[i] = a[i ^ 1];
}
