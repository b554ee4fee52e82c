// A tile in local memory saves loads: the product of matrices is faster with it on most GPUs. On compute capability
// 8.6 words cost two cycles from L1 and from local memory alike, and a product that is in L1 gains nothing.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-add-output=json:file=%t.json \
// RUN:   -fclperf-gpu=quadro-k600,gtx-645,jetson-tk1,quadro-k620,940m,gtx-980,a100,rtx-2080-ti,mi250x
// RUN: %python %S/Inputs/times.py %t.json 'tiled < naive' | FileCheck %s
// CHECK: 9 GPUs, 0 wrong
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-add-output=json:file=%t.ampere.json -fclperf-gpu=rtx-3090
// RUN: %python %S/Inputs/times.py %t.ampere.json '.9 < tiled / naive < 1.1' | FileCheck %s --check-prefix=AMPERE
// AMPERE: 1 GPUs, 0 wrong

// clperf: launch global=256x256 local=16x16 n=256
__kernel void naive(__global const float *a, __global const float *b, __global float *c, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

// clperf: launch global=256x256 local=16x16 n=256
__kernel void tiled(__global const float *a, __global const float *b, __global float *c, int n)
{
    __local float p[16][16], q[16][16];
    int x = get_global_id(0), y = get_global_id(1), i = get_local_id(0), j = get_local_id(1);
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        p[j][i] = a[y * n + k + i];
        q[j][i] = b[(k + j) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int l = 0; l < 16; l++)
            sum += p[j][l] * q[l][i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = sum;
}
