// Four rows of a work-group read the same 256 bytes, each work-item sixteen of them in four loads. A wave's request
// touches no more sectors than its data would fill if no two work-items had the same, so that there is nothing to say.
// Where only the first word of sixteen bytes is read, most of what comes is of no use.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rx-vega-64 -Wno-clperf -Wclperf-uncoalesced 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: warning: each wave's load from 'words' touches 32 sectors of 32 bytes where 8 would do: neighbouring work-items read 16 bytes apart

// clperf: launch global=2048x2048 local=16x16 m=2048
__kernel void rows(__global const float *restrict a, __global float *restrict out, int m)
{
    float sum[4] = {0, 0, 0, 0};
    for (int k = 0; k < 512; k++) {
#pragma unroll
        for (int i = 0; i < 4; i++)
            sum[i] += a[k * m + get_group_id(0) % 32 * 64 + get_local_id(0) * 4 + i];
    }
    out[get_global_id(1) * m + get_global_id(0)] = sum[0] + sum[1] * sum[2] - sum[3];
}

// clperf: launch global=16777216 local=256
__kernel void first(__global const float *restrict words, __global float *restrict out)
{
    out[get_global_id(0)] = words[get_global_id(0) * 4];
}
