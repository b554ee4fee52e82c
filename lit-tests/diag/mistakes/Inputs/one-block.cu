#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = 2 * a[i];
#else
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        b[i] = 2 * a[i];
#endif
}

int main()
{
    int n = 1048576;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<4096, 256>>>(a, b, n);
#else
    k<<<1, 256>>>(a, b, n);
#endif
}
