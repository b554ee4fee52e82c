#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    __shared__ int h[16];
    int t = threadIdx.x;
    if (t < 16)
        h[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        atomicAdd(&h[i & 15], 1);
    __syncthreads();
    if (t < 16)
        atomicAdd((int *)b + t, h[t]);
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd((int *)b + (i & 15), 1);
#endif
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<416, 256>>>(a, b, n);
#else
    k<<<16384, 256>>>(a, b, n);
#endif
}
