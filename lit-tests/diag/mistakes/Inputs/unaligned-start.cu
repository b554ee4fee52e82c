#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int j = 0; j < 16; j++)
        s += a[j * n + i];
    b[i] = s;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int j = 0; j < 16; j++)
        s += a[j * n + i + 1];
    b[i] = s;
#endif
}

int main()
{
    int n = 1048576;
    float *a, *b;
    cudaMalloc(&a, 68ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<4096, 256>>>(a, b, n);
}
