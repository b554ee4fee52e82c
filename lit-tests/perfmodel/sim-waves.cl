// Groups follow one another in the places of an SM: what comes after the first round overlaps with
// it, and one group more than fits costs what it takes alone, not a whole round.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=gtx-980 -fclperf-dump=sim 2>&1 | FileCheck %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=gtx-980 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json \
// RUN:   'arithmetic == sorted(arithmetic)' \
// RUN:   'arithmetic[1] - arithmetic[0] < 0.7 * (arithmetic[2] - arithmetic[0])' \
// RUN:   'phases[2] - phases[1] < 0.8 * phases[0]' \
// RUN:   'abs((phases[2] - phases[1]) / (phases[1] - phases[0]) - 1) < 0.2' | FileCheck --check-prefix=TIMES %s
// TIMES: 1 GPUs, 0 wrong

// CHECK: simulation of 2 groups: {{[0-9]+}} cycles, 2 groups on each of 16 SMs, 1 rounds
// CHECK: simulation of 3 groups: {{[0-9]+}} cycles, 2 groups on each of 16 SMs, 1.5 rounds
// CHECK: simulation of 4 groups: {{[0-9]+}} cycles, 2 groups on each of 16 SMs, 2 rounds

// clperf: launch global=32768 local=1024
// clperf: launch global=33792 local=1024
// clperf: launch global=65536 local=1024
__kernel void arithmetic(__global float *out) {
    float x = get_global_id(0), y = x + 1, z = x + 2, w = x + 3;
#pragma unroll 8
    for (int i = 0; i < 64; i++) {
        x = x * 1.5f + 2;
        y = y * 1.5f + 2;
        z = z * 1.5f + 2;
        w = w * 1.5f + 2;
    }
    out[get_global_id(0)] = x + y + z + w;
}

// Loads of one group go on while another computes.
// clperf: launch global=32768 local=256
// clperf: launch global=65536 local=256
// clperf: launch global=98304 local=256
__kernel void phases(__global const float *in, __global float *out) {
    float x = in[get_global_id(0)];
#pragma unroll 8
    for (int i = 0; i < 32; i++)
        x = native_sin(x);
    out[get_global_id(0)] = x;
}
