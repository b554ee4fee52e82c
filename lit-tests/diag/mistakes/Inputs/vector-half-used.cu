#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[i];
#else
    const float2 *v = (const float2 *)a;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = v[i].x;
#endif
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 8ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<16384, 256>>>(a, b, n);
}
