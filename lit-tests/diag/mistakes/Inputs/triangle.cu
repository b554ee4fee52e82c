#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x;
    float s = 0;
    for (int j = threadIdx.x; j < 16384; j += 64)
        s += a[j];
    b[i * 64 + threadIdx.x] = s;
#else
    int i = blockIdx.x;
    float s = 0;
    for (int j = threadIdx.x; j < i * 64; j += 64)
        s += a[j];
    b[i * 64 + threadIdx.x] = s;
#endif
}

int main()
{
    int n = 32768;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<512, 64>>>(a, b, n);
}
