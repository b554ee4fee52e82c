#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    __shared__ float s[256];
    int t = threadIdx.x;
    if (t < 128)
        s[t] = a[blockIdx.x * 256 + t];
    __syncthreads();
    if (t < 128)
        b[blockIdx.x * 256 + t] = s[127 - t];
#else
    __shared__ float s[256];
    int t = threadIdx.x;
    if (t < 128) {
        s[t] = a[blockIdx.x * 256 + t];
        __syncthreads();
        b[blockIdx.x * 256 + t] = s[127 - t];
    }
#endif
}

int main()
{
    int n = 1048576;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<4096, 256>>>(a, b, n);
}
