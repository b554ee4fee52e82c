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

// The work flow graph has the load, the store that needs it, and between them what of the latency other warps leave.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=wfg -fclperf-model=wfg -Wno-clperf 2>&1 | FileCheck --check-prefix=WFG %s
//
// WFG: digraph "copy" {
// WFG: [[LOAD:n[0-9]+]] [label="load [[#@LINE+15]]:{{[0-9]+}}"]
// WFG: [[STORE:n[0-9]+]] [label="store [[#@LINE+14]]:
// WFG: [[LOAD]] -> [[STORE]] [label="{{.*}} cycles, 1 times", style=dashed]
//
// What GPUPerf says is gained comes with the remark.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-model=gpuperf -Wno-clperf -Rclperf 2>&1 | FileCheck --check-prefix=GAIN %s
//
// GAIN: note: gpuperf: B_itilp 0 ms
// GAIN: note: gpuperf: B_memlp {{[0-9.e-]+}} ms
// GAIN: note: gpuperf: B_fp {{[0-9.]+}} ms
// GAIN: note: gpuperf: B_serial 0 ms

// clperf: launch global=16777216 local=256
__kernel void copy(__global const float *in, __global float *out) {
    out[get_global_id(0)] = in[get_global_id(0)];
}
