// Rows that several sums need one after another: in the order of the source, every row is kept from the
// first sum that needs it to the last. Compilers that run out of registers go through the rows instead, and keep
// the sums.
//
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -fclperf-dump=cfg -Wno-clperf 2>&1 | FileCheck %s

// CHECK: cfg of rows (machine view): {{.*}}, ptxas {{1?[0-9]}} to {{[1-9][0-9][0-9]}} registers alive
__kernel void rows(__global float *to, __global const float *from)
{
    int x = get_global_id(0);
    float sum[4][2] = {0};
#pragma unroll
    for (int i = 0; i < 12; i++)
#pragma unroll
        for (int j = 0; j < 12; j++)
#pragma unroll
            for (int y = 0; y < 4; y++)
#pragma unroll
                for (int u = 0; u < 2; u++)
                    sum[y][u] += from[(8 * y + i) * 1000 + 32 * u + x + j] * (i + j + 2);
#pragma unroll
    for (int y = 0; y < 4; y++)
#pragma unroll
        for (int u = 0; u < 2; u++)
            to[(8 * y) * 1000 + 32 * u + x] = sum[y][u];
}

// What a store may change is loaded where it was, and what is multiplied by something that is loaded behind
// it is kept, however many registers that takes.
// CHECK: cfg of stored (machine view): {{.*}}, ptxas 1{{[2-4][0-9]}} to {{[1-9][0-9][0-9]}} registers alive
__kernel void stored(__global float *a, int other)
{
    int x = get_global_id(0);
    float kept[128], sum = 0;
#pragma unroll
    for (int i = 0; i < 128; i++)
        kept[i] = a[x + 128 * i];
    a[other] = 0;
    float factor = a[x];
#pragma unroll
    for (int i = 0; i < 128; i++)
        sum += kept[127 - i] * factor;
    a[x] = sum;
}

// So is what follows a barrier.
// CHECK: cfg of met (machine view): {{.*}}, ptxas 1{{[2-4][0-9]}} to {{[1-9][0-9][0-9]}} registers alive
__kernel void met(__global float *a, __local float *tile)
{
    int x = get_local_id(0);
    float kept[128], sum = 0;
#pragma unroll
    for (int i = 0; i < 128; i++)
        kept[i] = tile[x + 128 * i];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = 0; i < 128; i++)
        sum += kept[127 - i] * i;
    a[x] = sum;
}
