#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x;
    float s = 0;
    for (int j = threadIdx.x; j < 40960; j += 1024)
        s += a[j] + a[j + 256] + a[j + 512] + a[j + 768];
    b[i * 256 + threadIdx.x] = s;
#else
    int i = blockIdx.x;
    float s = 0;
    for (int j = threadIdx.x; j < i * 512; j += 64)
        s += a[j];
    b[i * 64 + threadIdx.x] = s;
#endif
}

int main()
{
    int n = 524288;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<1656, 256>>>(a, b, n);
#else
    k<<<512, 64>>>(a, b, n);
#endif
}
