// Constant memory at an address for each work-item, and at one for all.
//
// RUN: %clperf-cc -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not=warning: %s

// clperf: launch global=1048576 local=256
__kernel void each(__global float *out, __constant float *table)
{
    float sum = 0;
    for (int i = 0; i < 64; i++)
        // CHECK: [[#@LINE+1]]:{{.*}}: warning: each warp reads constant memory 'table' at 32 addresses, one after another; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-constant-divergence]
        sum += table[get_local_id(0) + i];
    out[get_global_id(0)] = sum;
}

// clperf: launch global=1048576 local=256
__kernel void together(__global float *out, __constant float *table)
{
    float sum = 0;
    for (int i = 0; i < 64; i++)
        sum += table[get_group_id(0) % 64 + i];
    out[get_global_id(0)] = sum;
}
