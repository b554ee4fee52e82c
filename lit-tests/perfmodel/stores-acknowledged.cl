// A warp that ends keeps its place until its last store is acknowledged: 365 cycles on the MI210, 35 on the A100. Of groups
// of which one is resident, each on a place that the next takes over, those that store what they have loaded stay as much longer.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=mi210 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json '1.3 < scale / loads < 1.5' | FileCheck %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=a100 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json '1.01 < scale / loads < 1.1' | FileCheck %s
// CHECK: 1 GPUs, 0 wrong

// clperf: launch global=16777216 local=64
__kernel void loads(__global const float *from, __global float *to)
{
    __local volatile float unused[16384];
    float x = from[get_global_id(0)];
    if (x == 123.0f) {
        unused[get_local_id(0)] = x;
        to[get_global_id(0)] = unused[0];
    }
}

// clperf: launch global=16777216 local=64
__kernel void scale(__global const float *from, __global float *to)
{
    __local volatile float unused[16384];
    float x = from[get_global_id(0)];
    if (x == 123.0f)
        unused[get_local_id(0)] = x;
    to[get_global_id(0)] = x * 1.2f;
}
