// 64 warps load rows of 128 bytes 1024 times, one of sixteen after the other, from two lines each. The L1 of the A100
// looks up four lines a cycle, and each of its 32 banks of data reads a word: 1 cycle for each of 65536 loads where the
// words of a row are in all banks, 2 where two halves of a row are in the same sixteen. Turing's takes each line by
// itself: 32 warps there, twice 2 cycles.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=a100 -fclperf-dump=sim -fclperf-launch=neighbours:global=884736,local=256,n=1024 -fclperf-launch=apart:global=884736,local=256,n=1024 2>&1 | FileCheck %s --check-prefix=A100
// A100: simulation of 8 groups: 67{{...}} cycles
// A100: bound by l1
// A100: simulation of 8 groups: 13{{[0-9]...}} cycles
// A100: bound by l1
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-2080-ti -fclperf-dump=sim -fclperf-launch=neighbours:global=884736,local=256,n=1024 -fclperf-launch=apart:global=884736,local=256,n=1024 2>&1 | FileCheck %s --check-prefix=TURING
// TURING: simulation of 4 groups: 131{{...}} cycles
// TURING: bound by l1
// TURING: simulation of 4 groups: 131{{...}} cycles
// TURING: bound by l1
__kernel void neighbours(__global const float *in, __global float *out, int n) {
    float sum = 0;
    for (int i = 0; i < 32 * n; i += 32)
        sum += in[get_local_id(0) % 32 + 8 + (i & 480)];
    out[get_global_id(0)] = sum;
}
__kernel void apart(__global const float *in, __global float *out, int n) {
    float sum = 0;
    for (int i = 0; i < 32 * n; i += 32)
        sum += in[get_local_id(0) % 16 + get_local_id(0) / 16 % 2 * 64 + (i & 480)];
    out[get_global_id(0)] = sum;
}
