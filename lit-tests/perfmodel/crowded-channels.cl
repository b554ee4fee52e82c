// All groups at work read 256 columns of a matrix in the L2. Where channels of the L2 take turns every 256 bytes, rows a
// multiple of 4 KB apart have all of them in one channel; padded ones are spread over sixteen. Nothing says so of CDNA.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rx-vega-64 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'apart > 4 * padded' | FileCheck %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=mi210 -fclperf-add-output=json:file=%t.cdna.json
// RUN: %python %S/Inputs/times.py %t.cdna.json '.9 < apart / padded < 1.1' | FileCheck %s
// CHECK: 1 GPUs, 0 wrong

float sum_of(__global const float *in, int pitch)
{
    float sum = 0;
    for (int t = 0; t < 8; t++)
        for (int row = 0; row < 192; row++)
            sum += in[row * pitch + get_group_id(1) * 64 + get_local_id(0)];
    return sum;
}

// clperf: launch global=65536x4 local=64x1
__kernel void apart(__global const float *in, __global float *out)
{
    out[get_global_id(0)] = sum_of(in, 1024);
}

// clperf: launch global=65536x4 local=64x1
__kernel void padded(__global const float *in, __global float *out)
{
    out[get_global_id(0)] = sum_of(in, 1088);
}
