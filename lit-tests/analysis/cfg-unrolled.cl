// A loop between constants stays a loop in the source view, and is gone in the machine view.
//
// RUN: %clperf-cc -fsyntax-only -cl-std=CL2.0 %s -fclperf-dump=cfg 2>&1 | FileCheck %s

// CHECK: cfg of four (source view): {{.*}} 2 accesses
// CHECK: block {{.*}} for.body: {{.*}} loop 0
// CHECK-COUNT-1: load global
// CHECK: cfg of four (machine view): 1 blocks, 5 accesses
// CHECK-NEXT: block 0
// CHECK-NEXT: compute address 1 global-id 1, chain 2
// CHECK-NEXT: load global 4 bytes, access 0
// CHECK-NEXT: load global 4 bytes, access 1
// CHECK-NEXT: load global 4 bytes, access 2
// CHECK-NEXT: load global 4 bytes, access 3
// CHECK-NEXT: compute fp32 1, chain 1, waits for 0
// CHECK-NEXT: compute fp32 1, chain 1, waits for 1
// CHECK-NEXT: compute fp32 1, chain 1, waits for 2
// CHECK-NEXT: fp32 1, chain 1, waits for 3
// CHECK-NEXT: store global
// clperf: launch global=32 local=32
__kernel void four(__global const float *a, __global float *b)
{
    int i = get_global_id(0);
    float s = 0;
    for (int j = 0; j < 4; j++)
        s += a[32 * j + i];
    b[i] = s;
}

// What a work-item computes alone does not keep a loop as it is, whatever its declaration says; what work-items do
// together does.
// CHECK: cfg of called (machine view): {{.*}} 6 accesses
// clperf: launch global=32 local=32 n=8
__kernel void called(__global const float *a, __global float *b, int n)
{
    float s = 0;
    for (int j = 0; j < n; j++)
        s += exp(a[32 * j + get_global_id(0)]);
    b[get_global_id(0)] = s;
}
// CHECK: cfg of together (machine view): {{.*}} 2 accesses
// clperf: launch global=32 local=32 n=8
__kernel void together(__global const float *a, __global float *b, int n)
{
    float s = 0;
    for (int j = 0; j < n; j++)
        s += work_group_reduce_add(a[32 * j + get_global_id(0)]);
    b[get_global_id(0)] = s;
}
