// Groups that leave lanes or places for warps unused, where the size can be changed alone.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-no-fixes -Wclperf-work-group-size 2>&1 | FileCheck --implicit-check-not=warning: %s

// CHECK: [[#@LINE+3]]:{{.*}}: warning: 'half_empty' runs in work-groups of 16 work-items, which leaves 16 of the 32 lanes of their warps idle; costs {{0\.0*[1-9]}}{{.*}} [-Wclperf-work-group-size]
// CHECK: note: launch it in work-groups of 128 work-items, which would save what this costs
// clperf: launch global=1048576 local=16
__kernel void half_empty(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    out[i] = in[i] * 2;
}

// CHECK: [[#@LINE+2]]:{{.*}}: warning: 'small' runs in work-groups of 32 work-items, so small that only 32 of 64 warps fit on a multiprocessor; costs {{0\.0*[1-9]}}{{.*}} [-Wclperf-work-group-size]
// clperf: launch global=1048576 local=32
__kernel void small(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    out[i] = in[i] * 2;
}

// clperf: launch global=1048576 local=128
__kernel void good(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    out[i] = in[i] * 2;
}

// Another size would be another kernel.
// clperf: launch global=1048576 local=16
__kernel void own_size(__global const float *in, __global float *out)
{
    int i = get_group_id(0) * 16 + get_local_id(0);
    out[i] = in[i] * 2;
}
