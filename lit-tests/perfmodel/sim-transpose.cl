// Transposes: through a padded tile faster than with a column store, and no slower than with bank
// conflicts or than a copy, which DRAM limits; which rows DRAM has open, and how
// long loads wait where it is busy, depends on the order of accesses a little. There are several
// rounds of groups on each GPU: with one, the waits of the last loads decide.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-add-output=json:file=%t.json \
// RUN:   -fclperf-gpu=quadro-k600,gtx-645,jetson-tk1,quadro-k620,940m,gtx-980,a100,rtx-3090,mi250x
// RUN: %python %S/Inputs/times.py %t.json 'padded < naive' 'padded <= 1.01 * max(tile, copy)' 'copy < naive' \
// RUN:   | FileCheck %s
// CHECK: 9 GPUs, 0 wrong

// clperf: launch global=2048x2048 local=32x8 n=2048
__kernel void copy(__global const float *in, __global float *out, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * n + x] = in[y * n + x];
}

// clperf: launch global=2048x2048 local=32x8 n=2048
__kernel void naive(__global const float *in, __global float *out, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[x * n + y] = in[y * n + x];
}

#define TRANSPOSE(name, row)                                                                       \
    __kernel void name(__global const float *in, __global float *out, int n)                       \
    {                                                                                              \
        __local float tile[32 * row];                                                              \
        int x = get_local_id(0), y = get_local_id(1);                                              \
        int column = get_group_id(0) * 32, line = get_group_id(1) * 32;                            \
        for (int j = y; j < 32; j += 8)                                                            \
            tile[j * row + x] = in[(line + j) * n + column + x];                                   \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        for (int j = y; j < 32; j += 8)                                                            \
            out[(column + j) * n + line + x] = tile[x * row + j];                                  \
    }

// clperf: launch global=2048x512 local=32x8 n=2048
TRANSPOSE(tile, 32)

// clperf: launch global=2048x512 local=32x8 n=2048
TRANSPOSE(padded, 33)
