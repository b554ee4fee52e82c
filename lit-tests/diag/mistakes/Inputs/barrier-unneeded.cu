#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int j = 0; j < 64; j++)
        x = x * 1.5f + j;
    b[i] = x;
#else
    __shared__ float s[1024];
    int t = threadIdx.x;
    int i = blockIdx.x * 1024 + t;
    float x = a[i];
    for (int j = 0; j < 64; j++) {
        s[t] = x;
        __syncthreads();
        x = s[t] * 1.5f + j;
        __syncthreads();
    }
    b[i] = x;
#endif
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<16384, 256>>>(a, b, n);
#else
    k<<<4096, 1024>>>(a, b, n);
#endif
}
