#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < 1000; j++)
        b[i + j * n] = 2 * a[i + j * n];
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = 2 * a[i];
#endif
}

int main()
{
    int n = 1024;
    float *a, *b;
    cudaMalloc(&a, 4000ull * n);
    cudaMalloc(&b, 4000ull * n);
#ifdef MENDED
    k<<<4, 256>>>(a, b, n);
#else
    for (int i = 0; i < 1000; i++)
        k<<<4, 256>>>(a, b, n);
#endif
}
