// Every model says with -fclperf-dump=sim what it rests on.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=sim -fclperf-model=all -Wno-clperf 2>&1 | FileCheck %s
//
// CHECK: simulation of 8 groups
// CHECK: profile for roofline, one round: 64 warps
// CHECK-NEXT: coalesced: requests 128, L2 sectors 512, DRAM sectors 512
// CHECK: MWP {{[0-9.]+}}, CWP 64 of 64 warps
// CHECK: requests queue for memory: latency 367.5, service
// CHECK: pipeline: {{[0-9]+}} cycles for a warp alone in each place, {{[0-9]+}} by use
// CHECK: time {{.*}} ms

// clperf: launch global=16777216 local=256
__kernel void copy(__global const float *in, __global float *out) {
    out[get_global_id(0)] = in[get_global_id(0)];
}
