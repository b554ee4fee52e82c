// 64 warps load 1024 rows of 128 bytes from two lines each. The L1 of the A100 looks up two neighbouring lines at
// once, lines that are a line apart one after the other: 1.2 and 2.2 cycles for each of 65536 loads. Turing's
// takes each line by itself: 32 warps there, twice 2 cycles. The first warp's rows come from the L2, half a cycle for
// each sector.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=a100 -fclperf-dump=sim -fclperf-launch=neighbours:global=884736,local=256,n=1024 -fclperf-launch=apart:global=884736,local=256,n=1024 2>&1 | FileCheck %s --check-prefix=A100
// A100: simulation of 8 groups: {{81|82}}{{...}} cycles
// A100: bound by l1
// A100: simulation of 8 groups: 14{{[67]...}} cycles
// A100: bound by l1
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-2080-ti -fclperf-dump=sim -fclperf-launch=neighbours:global=884736,local=256,n=1024 -fclperf-launch=apart:global=884736,local=256,n=1024 2>&1 | FileCheck %s --check-prefix=TURING
// TURING: simulation of 4 groups: 133{{...}} cycles
// TURING: bound by l1
// TURING: simulation of 4 groups: 133{{...}} cycles
// TURING: bound by l1
__kernel void neighbours(__global const float *in, __global float *out, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[get_local_id(0) % 32 + 8 + i * 32];
    out[get_global_id(0)] = sum;
}
__kernel void apart(__global const float *in, __global float *out, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[get_local_id(0) % 32 + get_local_id(0) % 2 * 64 + i * 32];
    out[get_global_id(0)] = sum;
}
