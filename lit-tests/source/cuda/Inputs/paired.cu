// Pairs of float operations, and a chain that is none.
#include <cuda_fp16.h>

__global__ void components(float2 *a, float2 by)
{
    float2 x = a[threadIdx.x];
    x.x = fmaf(x.x, x.x, by.x);
    x.y = fmaf(x.y, x.y, by.y);
    x.x = fmaf(x.x, by.x, by.x);
    x.y = fmaf(x.y, by.y, by.y);
    a[threadIdx.x] = x;
}

__global__ void halves(half2 *a, half2 by)
{
    half2 x = a[threadIdx.x];
    x = __hfma2(x, x, by);
    x = __hfma2(x, x, by);
    a[threadIdx.x] = x;
}

__global__ void chain(float2 *a, float2 by)
{
    float2 x = a[threadIdx.x];
    x.x = fmaf(x.x, x.x, by.x);
    x.y = fmaf(x.y, x.x, by.y);
    a[threadIdx.x] = x;
}
