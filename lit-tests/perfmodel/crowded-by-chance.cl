// Groups that sum planes of 13 kB in windows of rows: planes lie anywhere in the sets of an L2 that numbers these by address
// bits, of which they leave some out by chance, and the rows of a window are found there. All groups load the same number again and
// again, which does not crowd, either.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=mi250x -fclperf-dump=sim 2>&1 | FileCheck %s
// CHECK: simulation of
// CHECK: DRAM sectors {{[1-4][0-9][0-9][0-9]$}}
// clperf: launch global=2097152 local=256
__kernel void windows(__global const float *in, __global const float *weights, __global float *out) {
    in += (size_t)(get_group_id(0) % 64 * 128 + get_group_id(0) / 64) * 57 * 57;
    out += (size_t)get_group_id(0) * 28 * 28;
    for (int p = get_local_id(0); p < 28 * 28; p += 256) {
        float sum = 0;
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 3; x++)
                sum += in[(p / 28 * 2 + y) * 57 + p % 28 * 2 + x] * weights[y * 3 + x];
        out[p] = sum;
    }
}
