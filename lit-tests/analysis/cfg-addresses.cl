// Equal addresses are computed once in the machine view, and constants next to them are part of the
// accesses: nine neighbours of a point cost few instructions.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=cfg 2>&1 | FileCheck %s

// CHECK: cfg of column (source view): 1 blocks, 5 accesses
// CHECK-COUNT-4: compute {{.*}}address 1
// CHECK: cfg of column (machine view): 1 blocks, 5 accesses
// CHECK-NEXT: block 0
// CHECK-NEXT: compute
// CHECK-NEXT: load global
// CHECK-NEXT: load global
// CHECK-NEXT: load global
// CHECK-NEXT: load global
// CHECK-NEXT: compute fp32 1
// clperf: launch global=32x32 local=32x1 n=64
__kernel void column(__global const float *a, __global float *b, int n)
{
    int i = get_global_id(1) * n + get_global_id(0);
    b[i] = a[i] + a[i + 1] + a[i + 2] + a[i + 3];
}

// The second load of the same place is the first one's value.
// CHECK: cfg of twice (source view): 1 blocks, 3 accesses
// CHECK: cfg of twice (machine view): 1 blocks, 2 accesses
// CHECK: load global 4 bytes, access 0
// CHECK-NOT: load
// CHECK: store global 4 bytes, access 1
// clperf: launch global=32 local=32
__kernel void twice(__global const float *a, __global float *b)
{
    int i = get_global_id(0);
    b[i] = a[i] * a[i];
}
