#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int j = 0; j < 16; j++)
        s += a[i + j * n];
    b[i] = s;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int j = 0; j < 16; j++)
        s += a[i + j * n];
    b[i] = s;
#endif
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 64ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<16384, 256>>>(a, b, n);
#else
    k<<<131072, 32>>>(a, b, n);
#endif
}
