// Loads under a condition of which the machine view makes guarded ones: there is no branch, they overlap with
// what follows, and only lanes for which the condition is true ask for data.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=cfg 2>&1 | FileCheck %s
// CHECK: cfg of border (machine view): 1 blocks
// CHECK: load global 4 bytes, access 1, guarded
// CHECK-NOT: waits for
// CHECK: load global 4 bytes, access 0, guarded
// CHECK-NEXT: compute {{.*}}waits for 1
// CHECK: cfg of used (machine view): {{[2-9]}} blocks
// CHECK-NOT: guarded
// CHECK: cfg of staged (machine view)
//
// One of 64 work-items has no left neighbour, and one no right one; loads begin or end in the middle of a sector. Where
// no work-item is inside, nothing is read.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=sim -fclperf-launch=border:global=64,local=64,n=64 2>&1 | FileCheck --check-prefix=SOME %s
// SOME: simulation of 1 groups: 6{{..}} cycles
// SOME: L2 requests 8, L2 sectors 26,
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=sim -fclperf-launch=border:global=64,local=64,n=0 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: L2 requests 2, L2 sectors 8,
//
// AMD's compilers branch around each of them, and wait for its data: DRAM's latency of 638 cycles less what the
// second one finds in the L2.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=mi250x -fclperf-dump=sim -fclperf-launch=border:global=64,local=64,n=64 2>&1 | FileCheck --check-prefix=WAITS %s
// WAITS: simulation of 1 groups: 1{{[23]..}} cycles
__kernel void border(__global const float *in, __global float *out, int n) {
    int i = get_global_id(0);
    float left = 0, right = 0;
    if (i > 0 && i < n)
        left = in[i - 1];
    if (i + 1 < n)
        right = in[i + 1];
    out[i] = left + right;
}
// What computes with the loaded number is branched over.
__kernel void used(__global const float *in, __global float *out, int n) {
    int i = get_global_id(0);
    float sum = 1;
    if (i < n)
        sum += in[i];
    out[i] = sum;
}
// What is copied to local memory is stored by the same lanes, and loads of a loop's iterations go before.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=cfg 2>&1 | FileCheck --check-prefix=COPY %s
// COPY: cfg of staged (machine view)
// COPY: block {{[0-9]+}} for.body:
// COPY: load global 4 bytes, access [[A:[0-9]+]], guarded
// COPY-NOT: waits for
// COPY: load global 4 bytes, access [[B:[0-9]+]], guarded
// COPY: store local 4 bytes, access {{[0-9]+}}, guarded, waits for [[A]]
// COPY-NEXT: store local 4 bytes, access {{[0-9]+}}, guarded, waits for [[B]]
// COPY: barrier
//
// 40 of 64 elements exist: one warp and a fourth of the next one read and store.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=sim -fclperf-launch=staged:global=32,local=32,n=40 2>&1 | FileCheck --check-prefix=LANES %s
// LANES: L2 requests 3, L2 sectors 9,
__kernel void staged(__global const float *in, __global float *out, int n) {
    __local float tile[64];
#pragma unroll
    for (int j = get_local_id(0); j < 64; j += 32)
        if (j < n)
            tile[j] = in[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[63 - get_local_id(0)];
}
