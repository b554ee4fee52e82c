// What all groups touch in whole stays in the L2 from round to round although rows of their own fill it, as one group or
// another is always about to use it: walking through the table takes 0.68 of what it would if each round waited for DRAM.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-2080-ti -fclperf-dump=sim -fclperf-launch=walk:global=217600,local=32,n=1024,in=elements:27852800,table=elements:32768 2>&1 | FileCheck %s
// CHECK: simulation of 16 groups: 14{{....}} cycles
__kernel void walk(__global const float *in, __global const float *table, __global float *out, int n) {
    float sum = 0;
    for (int i = 0; i < 128; i++)
        sum += in[i * get_global_size(0) + get_global_id(0)];
#pragma unroll 1
    for (int i = 0; i < n; i++)
        sum = sum * 0.5f + table[i * 32 + get_local_id(0)];
    out[get_global_id(0)] = sum;
}
