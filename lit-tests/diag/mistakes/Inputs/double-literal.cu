#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int j = 0; j < 64; j++)
        x = x * 0.5f + 1.0f;
    b[i] = x;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int j = 0; j < 64; j++)
        x = x * 0.5 + 1.0;
    b[i] = x;
#endif
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<16384, 256>>>(a, b, n);
}
