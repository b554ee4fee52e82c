// Loads and sums that aliasing keeps in a loop, and what frees them.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf-local-memory -Wno-clperf-uncoalesced -Wno-clperf-latency-bound 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning: %s

// clperf: launch global=262144 local=256
__kernel void scaled(__global const float *in, __global const float *factor, __global float *out)
{
    int i = get_global_id(0);
#pragma unroll 1
    for (int j = 0; j < 16; j++)
        // CHECK: [[#@LINE+1]]:{{.*}}: warning: every iteration loads 'factor' from the same address again; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-redundant-load]
        out[j * 262144 + i] = in[(i + j) & 1023] * factor[i];
}

// clperf: launch global=262144 local=256
__kernel void scaled_apart(__global const float *restrict in, __global const float *restrict factor,
                           __global float *restrict out)
{
    int i = get_global_id(0);
#pragma unroll 1
    for (int j = 0; j < 16; j++)
        out[j * 262144 + i] = in[(i + j) & 1023] * factor[i];
}

// clperf: launch global=262144 local=256
__kernel void sums_in_memory(__global const float *in, __global float *sum, __global float *squares)
{
    int i = get_global_id(0);
#pragma unroll 1
    for (int j = 0; j < 64; j++) {
        float x = in[(i + j) & 1023];
        // CHECK: [[#@LINE+1]]:{{.*}}: warning: every iteration loads and stores 'sum' at the same address again; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-redundant-load]
        sum[i] += x;
        // CHECK: [[#@LINE+1]]:{{.*}}: warning: every iteration loads and stores 'squares' at the same address again; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-redundant-load]
        squares[i] += x * x;
    }
}

// Each iteration reads what the one before stored.
// clperf: launch global=262144 local=256
__kernel void changes(__global float *out)
{
    int i = get_global_id(0);
#pragma unroll 1
    for (int j = 0; j < 64; j++)
        out[(i + j) & 262143] = out[i] * 0.5f;
}
