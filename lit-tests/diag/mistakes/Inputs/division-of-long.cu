#include "gpu.h"

__global__ void k(const float *a, float *b, int n, int m)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = 0;
    for (int j = 0; j < 32; j++)
        s += ((unsigned)i * 7 + j) / (unsigned)(m + j);
    b[i] = s;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long s = 0;
    for (int j = 0; j < 32; j++)
        s += ((unsigned long long)i * 7 + j) / (m + j);
    b[i] = s;
#endif
}

int main()
{
    int n = 1048576;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<4096, 256>>>(a, b, n, 64);
}
