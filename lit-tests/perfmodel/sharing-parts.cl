// Neighbours along y touch the other parts of a sector, the last of eight begins a new one: whichever of them the
// simulated one is, an eighth of what they touch comes from DRAM.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-exact -fclperf-dump=sim -fclperf-gpu=rtx-4060 -fclperf-launch=columns:global=16384x2048,local=256x1,width=2048 2>&1 | FileCheck %s
// CHECK: L2 sectors 3072, DRAM sectors {{[3-6][0-9][0-9]$}}
__kernel void columns(__global const float *in, __global float *out, uint width) {
    uint at = get_global_id(0) * width + get_global_id(1);
    out[at] = in[at];
}
