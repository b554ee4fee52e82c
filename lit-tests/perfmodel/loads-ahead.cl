// Compilers have loads of 16 registers in flight before they use the first: of two steps of 8 numbers both are asked for before the
// first is used, of two steps of 16 each waits for its own, and for the memory twice as long.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=a100 -fclperf-dump=sim -fclperf-launch=eights:global=32,local=32,in=elements:4096 2>&1 | FileCheck %s --check-prefix=EIGHTS
// EIGHTS: simulation of 1 groups: {{[67]..}} cycles
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=a100 -fclperf-dump=sim -fclperf-launch=sixteens:global=32,local=32,in=elements:4096 2>&1 | FileCheck %s --check-prefix=SIXTEENS
// SIXTEENS: simulation of 1 groups: 1{{[23]..}} cycles
__kernel void eights(__global const float4 *in, __global float *out) {
    __global const float4 *from = in + get_local_id(0);
    float4 sum = from[0] * from[512];
    sum += from[1024] * from[1536];
    out[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
}
__kernel void sixteens(__global const float4 *in, __global float *out) {
    __global const float4 *from = in + get_local_id(0);
    float4 sum = from[0] * from[512] + from[256] * from[768];
    sum += from[1024] * from[1536] + from[1280] * from[1792];
    out[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
}
