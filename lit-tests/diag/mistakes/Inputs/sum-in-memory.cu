#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    float s = 0;
    for (int j = 0; j < 256; j++)
        s += a[j] * (i + j);
    b[i] = s;
#else
    b[i] = 0;
    for (int j = 0; j < 256; j++)
        b[i] += a[j] * (i + j);
#endif
}

int main()
{
    int n = 1048576;
    float *a, *b;
    cudaMalloc(&a, 1024);
    cudaMalloc(&b, 4ull * n);
    k<<<4096, 256>>>(a, b, n);
}
