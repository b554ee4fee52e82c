// Pointers to local memory have 32 bits, so what only leads to them is 32-bit work, whatever the
// type of the index; the same index of global memory is 64-bit work.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=cfg 2>&1 | FileCheck %s
kernel void in_local(global float *out, local float *tile, long n) {
    // CHECK-LABEL: in_local (machine view)
    // CHECK: block {{[0-9]+}} for.body:
    // CHECK-NOT: int64
    // CHECK: load local 4 bytes
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < 100; i++)
        sum += tile[(n * i ^ 5) + get_local_id(0)];
    out[get_global_id(0)] = sum;
}

kernel void in_global(global float *out, const global float *in, long n) {
    // CHECK-LABEL: in_global (machine view)
    // CHECK: block {{[0-9]+}} for.body:
    // CHECK: int64
    // CHECK: load global 4 bytes
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < 100; i++)
        sum += in[(n * i ^ 5) + get_local_id(0)];
    out[get_global_id(0)] = sum;
}
