// Spilled registers of different warps are loaded side by side: where DRAM limits them, they take as long as loads
// of as many bytes, 146 of the 250 for each work-item being spilled registers.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=mi250x -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'spilled < 1.15 * plain' | FileCheck %s
// CHECK: 1 GPUs, 0 wrong

// clperf: launch global=1048576 local=64
__attribute__((reqd_work_group_size(64, 1, 1), amdgpu_num_vgpr(32)))
__kernel void spilled(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    float x[96], sum = 0;
    for (int j = 0; j < 96; j++)
        x[j] = in[i + j * 1048576];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 96; j++)
        sum = sum * x[95 - j] + x[j];
    out[i] = sum;
}

// clperf: launch global=1048576 local=64
__kernel void plain(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    float sum = 0;
    for (int j = 0; j < 250; j++)
        sum += in[i + j * 1048576];
    out[i] = sum;
}
