#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i], s = 0;
    for (int j = 0; j < 32; j++)
        s += rsqrtf(x + j);
    b[i] = s;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i], s = 0;
    for (int j = 0; j < 32; j++)
        s += 1.0f / sqrtf(x + j);
    b[i] = s;
#endif
}

int main()
{
    int n = 1048576;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<4096, 256>>>(a, b, n);
}
