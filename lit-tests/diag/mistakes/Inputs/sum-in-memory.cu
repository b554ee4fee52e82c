#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int j = 0; j < 64; j++)
        s += a[j * n + i];
    b[i] = s;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = 0;
    for (int j = 0; j < 64; j++)
        b[i] += a[j * n + i];
#endif
}

int main()
{
    int n = 1048576;
    float *a, *b;
    cudaMalloc(&a, 256ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<4096, 256>>>(a, b, n);
}
