// Two warps take turns at the work while the other one waits; where groups do, nobody waits.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf-latency-bound 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning: %s

// clperf: launch global=4096 local=64
__kernel void waits(__global const float *in, __global float *out)
{
    __local float last[64];
    int warp = get_local_id(0) / 32;
    float sum = in[get_global_id(0)];
    for (int t = 0; t < 32; t++) {
        if ((warp + t) % 2 == 0)
#pragma unroll 1
            for (int i = 0; i < 256; i++)
                sum = sum * 0.5f + i;
        // CHECK: [[#@LINE+1]]:{{.*}}: warning: the 2 warps of a work-group wait for each other at this barrier; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-barrier-stall]
        barrier(CLK_LOCAL_MEM_FENCE);
        last[get_local_id(0)] = sum;
    }
    out[get_global_id(0)] = sum + last[63 - get_local_id(0)];
}

// clperf: launch global=1048576 local=128
__kernel void takes_turns(__global const float *in, __global float *out)
{
    __local float tile[128];
    int l = get_local_id(0);
    tile[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[127 - l];
}

// The tree of a reduction waits at each step, but others of the sixteen groups run meanwhile: there is
// nothing that smaller groups would gain.
// clperf: launch global=1048576 local=128
__kernel void reduces(__global const float *in, __global float *out)
{
    __local float sum[128];
    int l = get_local_id(0);
    sum[l] = in[get_global_id(0)];
    for (int s = 64; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s)
            sum[l] += sum[l + s];
    }
    if (l == 0)
        out[get_group_id(0)] = sum[0];
}
