// A loop of unknown length is repeated four times. The up to three iterations that are left over are
// there once each where the loop is in another one, and a loop elsewhere, and the other one is not
// repeated, as nvcc leaves them: rows of 7 take 4 + 3 multiply-adds, and fewer other instructions.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-3080 -fclperf-dump=cfg 2>&1 | FileCheck %s --check-prefix=LOOPS
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-3080 -fclperf-dump=sim 2>&1 | FileCheck %s
// LOOPS: cfg of row (machine view): {{.*}} 11 accesses
// LOOPS: loop 1
// LOOPS: cfg of rows (machine view): {{.*}} 15 accesses
// LOOPS-NOT: loop 2
// LOOPS: cfg of left (machine view): {{.*}} 2 accesses
// LOOPS: loop 1
// CHECK: instructions of a warp: 66, {{.*}} fp32 7, control 7,
// CHECK: instructions of a warp: {{.*}} fp32 7, control 7,

// clperf: launch global=1048576 local=256 n=7 part=local:2048
__kernel void row(__constant float *mask, __local float *part, __global float *out, int n) {
    int i = get_local_id(0);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += part[i + k] * mask[k];
    out[get_global_id(0)] = sum;
}

// clperf: launch global=1048576 local=256 n=7 rows=1 part=local:2048
__kernel void rows(__constant float *mask, __local float *part, __global float *out, int n, int rows) {
    int i = get_local_id(0);
    float sum = 0;
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < n; k++)
            sum += part[i + k] * mask[r + k];
    out[get_global_id(0)] = sum;
}

// A loop that its author does not want unrolled stays, though three iterations are the most that it has.
// clperf: launch global=1048576 local=256 n=7 rows=5
__kernel void left(__global float *out, int n, int rows) {
    float sum = 0;
    for (int r = 0; r < rows; r++) {
#pragma unroll 1
        for (int k = 0; k < (n & 3); k++)
            sum = sum * out[k + r * 64] + 1.5f;
    }
    out[get_global_id(0)] = sum;
}
