#include "gpu.h"

__global__ void k(const float *a, float *b, int n, float m)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0, r = 1 / m;
    for (int j = 0; j < 64; j++)
        s += (a[i] + j) * r;
    b[i] = s;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int j = 0; j < 64; j++)
        s += (a[i] + j) / m;
    b[i] = s;
#endif
}

int main()
{
    int n = 1048576;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<4096, 256>>>(a, b, n, 3);
}
