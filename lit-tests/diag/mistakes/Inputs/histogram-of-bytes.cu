#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    const unsigned *bytes = (const unsigned *)a;
    __shared__ int h[256];
    int t = threadIdx.x;
    h[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        atomicAdd(&h[bytes[i] & 255], 1);
    __syncthreads();
    atomicAdd((int *)b + t, h[t]);
#else
    const unsigned *bytes = (const unsigned *)a;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd((int *)b + (bytes[i] & 255), 1);
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
