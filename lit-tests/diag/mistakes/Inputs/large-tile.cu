#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    __shared__ float s[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;
    s[t] = a[i];
    __syncthreads();
    float x = s[255 - t];
    for (int j = 0; j < 64; j++)
        x = x * 1.5f + a[(i + 4096 * j) % 4194304];
    b[i] = x;
#else
    __shared__ float s[11000];
    int t = threadIdx.x;
    int i = blockIdx.x * 64 + t;
    s[t] = a[i];
    __syncthreads();
    float x = s[63 - t];
    for (int j = 0; j < 64; j++)
        x = x * 1.5f + a[(i + 4096 * j) % 4194304];
    b[i] = x;
#endif
}

int main()
{
    int n = 1048576;
    float *a, *b;
    cudaMalloc(&a, 16ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<4096, 256>>>(a, b, n);
#else
    k<<<16384, 64>>>(a, b, n);
#endif
}
