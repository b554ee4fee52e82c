// Rows that all work-items of a multiprocessor go through again and again: 2.5 MiB where the GTX 980's
// L2 has 2, and half a MiB.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf-uncoalesced -Wno-clperf-latency-bound 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning: %s

// clperf: launch global=16384 local=256
__kernel void too_much(__global const float *a, __global float *out)
{
    int i = get_global_id(0);
    float sum = 0;
#pragma unroll 1
    for (int r = 0; r < 8; r++)
#pragma unroll 1
        for (int j = 0; j < 40; j++)
            // CHECK: [[#@LINE+1]]:{{.*}}: warning: data that 'too_much' reuses has already left the L2 cache of {{[0-9]+}} KiB; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-cache-thrash]
            sum += a[j * 16384 + i];
    out[i] = sum;
}

// clperf: launch global=16384 local=256
__kernel void fits(__global const float *a, __global float *out)
{
    int i = get_global_id(0);
    float sum = 0;
#pragma unroll 1
    for (int r = 0; r < 8; r++)
#pragma unroll 1
        for (int j = 0; j < 8; j++)
            sum += a[j * 16384 + i];
    out[i] = sum;
}
