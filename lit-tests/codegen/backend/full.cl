// More values at once than registers are told apart, and constants to store beside them.
//
// RUN: env PATH=%S/Inputs/no-ptxas:"$PATH" %clperf-analyze clang-19 -fsyntax-only %s \
// RUN:   -fclperf-gpu=gtx-980,rtx-2080-ti,h100 -fclperf-dump=occupancy -Wno-clperf 2>&1 \
// RUN:   | FileCheck --implicit-check-not='not analysed' %s
// CHECK-COUNT-3: a group has 64 items, 255 registers per item

#define N 1100

// clperf: launch global=1024 local=64
__kernel void many(__global const float *in, __global float *out, __global int *mark)
{
    int i = get_global_id(0);
    float x[N], sum = 0;
#pragma unroll
    for (int j = 0; j < N; j++)
        x[j] = in[i + j * 1024];
    mark[i] = 7;
    mark[i + 1024] = 11;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int j = 0; j < N; j++)
        sum = sum * x[N - 1 - j] + x[j];
    out[i] = sum;
    mark[i + 2048] = 13;
}
