// Groups are dealt out to SMs in turn, so that those of one SM are about as many apart as there are SMs: what two
// neighbours read comes to two SMs, and is found in the L2 that they share, but not in an L1. Each of 16 groups makes two
// requests for what it has in common with the group before it, two for what it has with the one behind, and stores two.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=a4000 -fclperf-dump=sim -Wno-clperf -fclperf-launch=halves:global=49152,local=64 2>&1 | FileCheck %s
// CHECK: simulation of 16 groups: {{.*}} 16 groups on each of 48 SMs
// CHECK-NEXT: L2 requests 96, L2 sectors 384, DRAM sectors 2{{[4-7].$}}
__kernel void halves(__global const float *in, __global float *out) {
    size_t i = get_global_id(0);
    out[i] = in[i] + in[i + 64];
}
