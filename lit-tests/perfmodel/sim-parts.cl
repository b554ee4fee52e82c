// From Volta on sectors that are stored to in part are read from DRAM before they go there; those
// that other stores complete are not.
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-2080-ti -fclperf-dump=sim 2>&1 | FileCheck %s --check-prefix=TURING
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=gtx-980 -fclperf-dump=sim 2>&1 | FileCheck %s --check-prefix=MAXWELL

// TURING: L2 sectors 256, DRAM sectors 512
// MAXWELL: L2 sectors 256, DRAM sectors 256
// clperf: launch global=256 local=256
__kernel void parts(__global float *out) {
    out[8 * get_global_id(0)] = 1;
}

// TURING: L2 sectors 512, DRAM sectors 256
// MAXWELL: L2 sectors 512, DRAM sectors 256
// clperf: launch global=256 local=256
__kernel void halves(__global float4 *out) {
    out[2 * get_global_id(0)] = 1;
    out[2 * get_global_id(0) + 1] = 2;
}
