#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        b[i] = 2 * a[i];
#else
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        b[i] = 2 * a[i];
#endif
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<2080, 256>>>(a, b, n);
#else
    k<<<8, 256>>>(a, b, n);
#endif
}
