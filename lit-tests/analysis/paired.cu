// What is done to both halves of a pair can be one instruction: components of a vector, halves of a word, variables of a
// loop. Sums in which one waits for the other cannot, nor what differs.
//
// RUN: %clperf-cc true -c %s -fclperf-gpu=mi210 -fclperf-dump=cfg -Wno-clperf 2>&1 | FileCheck %s
#include <cuda_fp16.h>

// CHECK: cfg of components (machine view)
// CHECK: compute paired-fp32 4, chain 2
__global__ void components(float2 *a, float2 by)
{
    float2 x = a[threadIdx.x];
    x.x = fmaf(x.x, x.x, by.x);
    x.y = fmaf(x.y, x.y, by.y);
    x.x = fmaf(x.x, by.x, by.x);
    x.y = fmaf(x.y, by.y, by.y);
    a[threadIdx.x] = x;
}

// CHECK: cfg of halves (machine view)
// CHECK: compute {{(int 1 )?}}paired-fp16 4
__global__ void halves(half2 *a, half2 by)
{
    half2 x = a[threadIdx.x];
    x = __hfma2(x, x, by);
    x = __hfma2(x, x, by);
    a[threadIdx.x] = x;
}

// CHECK: cfg of chain (machine view)
// CHECK-NOT: paired
// CHECK: compute fp32 2, chain 2
// CHECK-NOT: paired
__global__ void chain(float2 *a, float2 by)
{
    float2 x = a[threadIdx.x];
    x.x = fmaf(x.x, x.x, by.x);
    x.y = fmaf(x.y, x.x, by.y);
    a[threadIdx.x] = x;
}
