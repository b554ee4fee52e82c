// Lanes that read far apart open a row of DRAM each: the same sectors in order take less than
// half the time, on every kind of memory. Both kernels read one sector per work-item.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-add-output=json:file=%t.json \
// RUN:   -fclperf-gpu=gtx-980,rtx-2080-ti,a100,h100,mi250x
// RUN: %python %S/Inputs/times.py %t.json '2 * in_order < scattered' | FileCheck %s
// CHECK: 5 GPUs, 0 wrong

// clperf: launch global=4194304 local=256 mask=0x1ffffff
__kernel void in_order(__global const float8 *from, __global float *to, uint mask)
{
    uint i = get_global_id(0);
    to[i] = from[i & mask].s0;
}

// clperf: launch global=4194304 local=256 mask=0x1ffffff
__kernel void scattered(__global const float8 *from, __global float *to, uint mask)
{
    uint i = get_global_id(0), h = i * 2654435761u;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    to[i] = from[h & mask].s0;
}
