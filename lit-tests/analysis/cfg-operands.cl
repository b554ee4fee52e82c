// In the machine view, constant memory at a fixed address is an operand: neither an item nor a
// register. At an address that varies it is a load, and so it is in the source view.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=cfg 2>&1 | FileCheck %s

extern __constant float table[8];

// CHECK: cfg of fixed (source view): 1 blocks
// CHECK: load constant 4 bytes
// CHECK: load constant 4 bytes
// CHECK: cfg of fixed (machine view): 1 blocks
// CHECK-NOT: constant
// CHECK: compute address 1 fp32 2
// CHECK: store global
// clperf: launch global=32 local=32
__kernel void fixed(__global const float *a, __global float *b)
{
    int i = get_global_id(0);
    b[i] = a[i] * table[0] * table[7];
}

// CHECK: cfg of varying (machine view)
// CHECK: load constant 4 bytes
// clperf: launch global=32 local=32
__kernel void varying(__global const float *a, __global float *b, int n)
{
    int i = get_global_id(0);
    b[i] = a[i] * table[n];
}
