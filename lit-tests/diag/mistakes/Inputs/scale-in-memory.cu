#include "gpu.h"

__global__ void k(const float *a, float *b, int n, const float *c)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = c[0], y = c[1] * c[2];
    for (int j = 0; j < 64; j++)
        b[j * n + i] = x * a[j * n + i] + y;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < 64; j++)
        b[j * n + i] = c[0] * a[j * n + i] + c[1] * c[2];
#endif
}

int main()
{
    int n = 65536;
    float *a, *b;
    cudaMalloc(&a, 256ull * n);
    cudaMalloc(&b, 256ull * n);
    k<<<256, 256>>>(a, b, n, a);
}
