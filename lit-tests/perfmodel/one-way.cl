// DRAM of the MI210 gives 0.93 of its peak to loads alone or stores alone, and 0.82 where loads and stores take turns;
// the RX 6900 XT's gives 0.98 and 0.822. With one load for 64 stores it hardly turns. Of the GTX 980 one value is known.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=mi210,rx-6900-xt -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json '2.1 < copy / loads' '2.1 < copy / stores' \
// RUN:   '0.99 < mixed / stores < 1.1' | FileCheck %s --check-prefix=AMD
// AMD: 2 GPUs, 0 wrong
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=gtx-980 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json '1.9 < copy / stores < 2.1' | FileCheck %s --check-prefix=SAME
// SAME: 1 GPUs, 0 wrong
//
// That of the MI300X gives 0.754 to copies, 0.792 to loads and 0.906 to stores.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=mi300x -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json '1.1 < loads / stores < 1.2' | FileCheck %s --check-prefix=STORES
// STORES: 1 GPUs, 0 wrong

// clperf: launch global=262144 local=256
__kernel void loads(__global const float4 *from, __global float *to)
{
    float4 sum = 0;
    for (int i = 0; i < 64; i++)
        sum += from[get_global_id(0) + i * 262144];
    to[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
}

// clperf: launch global=16777216 local=256
__kernel void stores(__global const float4 *from, __global float4 *to)
{
    to[get_global_id(0)] = 1;
}

// clperf: launch global=16777216 local=256
__kernel void copy(__global const float4 *from, __global float4 *to)
{
    to[get_global_id(0)] = from[get_global_id(0)];
}

// clperf: launch global=16777216 local=256
__kernel void mixed(__global const float4 *from, __global float4 *to)
{
    to[get_global_id(0)] = from[get_global_id(0) / 64];
}
