// Groups in one row over a matrix find in the L2 what those a row of the matrix away have brought: a stencil over
// a million items reads DRAM once, like a copy, and not once for each of its three rows.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=gtx-980,rtx-3090,mi250x \
// RUN:   -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'stencil < 1.5 * copy' | FileCheck %s
// CHECK: 3 GPUs, 0 wrong

// clperf: launch global=16777216 local=256 n=4096
__kernel void stencil(__global const float *in, __global float *out, uint n)
{
    uint i = get_global_id(0), y = i / n;
    if (y > 0 && y < n - 1)
        out[i] = in[i - n] + in[i] + in[i + n];
}

// clperf: launch global=16777216 local=256 n=4096
__kernel void copy(__global const float *in, __global float *out, uint n)
{
    uint i = get_global_id(0), y = i / n;
    if (y > 0 && y < n - 1)
        out[i] = in[i];
}
