// Three stores that together cover neighbouring sectors keep the L2 little longer than whole ones: what is dear is
// each line that a store covers in part, not each sector.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-3080,a100 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'triples < 1.2 * planes' | FileCheck %s
// RUN: %python %S/Inputs/times.py %t.json 'lone > 1.5 * planes' | FileCheck %s
// CHECK: 2 GPUs, 0 wrong

// clperf: launch global=4194304 local=256 n=4194304
__kernel void triples(__global const float *in, __global float *out, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < 3; k++)
        out[3 * i + k] = in[3 * i + k];
}

// clperf: launch global=4194304 local=256 n=4194304
__kernel void planes(__global const float *in, __global float *out, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < 3; k++)
        out[k * n + i] = in[k * n + i];
}

// clperf: launch global=4194304 local=256 n=4194304
__kernel void lone(__global const float *in, __global float *out, int n)
{
    int i = get_global_id(0);
    for (int k = 0; k < 3; k++)
        out[k * n + (i % 2048 * 2048 + i / 2048)] = in[k * n + i];
}
