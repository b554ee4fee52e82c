#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int j = 0; j < 256; j++)
        s += a[j * n + i];
    b[i] = s;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int j = 0; j < 256; j++)
        s += a[i * 256 + j];
    b[i] = s;
#endif
}

int main()
{
    int n = 65536;
    float *a, *b;
    cudaMalloc(&a, 1024ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<256, 256>>>(a, b, n);
}
