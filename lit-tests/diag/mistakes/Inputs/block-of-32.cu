#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int j = 0; j < 128; j++)
        x = __fdividef(x, x + 1.5f);
    b[i] = x;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int j = 0; j < 128; j++)
        x = __fdividef(x, x + 1.5f);
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
    k<<<131072, 32>>>(a, b, n);
#endif
}
