// Sums that share their operands grow side by side, so that an operand dies after its last use: five
// sums over 20 rows of eight values need about a row, not all of them.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=cfg 2>&1 | FileCheck %s

// CHECK: cfg of columns (machine view): {{.*}} to {{[1-6][0-9]}} registers alive
// clperf: launch global=32 local=32
__kernel void columns(__global float *to, __local const float *from)
{
    int x = get_local_id(0);
    float sum[5] = {0};
#pragma unroll
    for (int i = 0; i < 16; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
#pragma unroll
            for (int y = 0; y < 5; y++)
                sum[y] += from[(y + i) * 40 + x + j] * (i + j + 2);
#pragma unroll
    for (int y = 0; y < 5; y++)
        to[y * 32 + x] = sum[y];
}
