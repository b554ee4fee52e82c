// Kepler's ordinary loads share a port with local memory; from compute capability 3.5 on, those of data that a kernel only reads go
// through the texture units, which keep some of it. All others, and all loads on 3.0, are ordinary ones.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=tesla-k40c,gtx-680 -fclperf-dump=sim 2>&1 | FileCheck %s
// CHECK: simulation of
// CHECK: shared busy 0.{{[0-9]}}
// CHECK: simulation of
// CHECK: shared busy {{[1-9]}}
// CHECK: simulation of
// CHECK: shared busy {{[1-9]}}
// CHECK: simulation of
// CHECK: shared busy {{[1-9]}}

// clperf: launch global=262144 local=256
__kernel void only_read(__global const float *restrict in, __global float *restrict out)
{
    float sum = 0;
    for (int i = 0; i < 16; i++)
        sum += in[get_global_id(0) % 1024 * 8 + i];
    out[get_global_id(0)] = sum;
}

// clperf: launch global=262144 local=256
__kernel void may_be_written(__global const float *in, __global float *out)
{
    float sum = 0;
    for (int i = 0; i < 16; i++)
        sum += in[get_global_id(0) % 1024 * 8 + i];
    out[get_global_id(0)] = sum;
}
