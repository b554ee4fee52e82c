#include "gpu.h"

__constant__ float table[512];

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[i] * table[0] + table[1] * table[2];
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[i] * table[threadIdx.x] + table[threadIdx.x + 1] * table[threadIdx.x + 2];
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
