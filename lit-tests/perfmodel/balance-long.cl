// Groups with half of the rows do half of the work, though their 28 warps have 24 long loops in a row: of four groups the
// first has 24 rows, the second, which is the usual one, 12, and the others none.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=a4000 -fclperf-dump=sim 2>&1 | FileCheck %s
// CHECK: work of an average group 0.75, of the heaviest 2 of
enum { ROWS = 24 };
// clperf: launch global=3584 local=896 rows=36
__kernel void rows(__global const float *in, __global const float *factors, __global float *out, int rows) {
    for (int j = 0; j < ROWS; j++) {
        int row = get_group_id(0) * ROWS + j;
        if (row >= rows)
            continue;
        float sum = 0;
        for (int i = 0; i < 1024; i++)
            sum += in[(row * 1024 + i) * 896 + get_local_id(0)] * factors[i];
        out[row * 896 + get_local_id(0)] = sum;
    }
}
