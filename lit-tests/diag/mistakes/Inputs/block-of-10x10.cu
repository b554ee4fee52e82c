#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float s = a[y * n + x];
    for (int j = 0; j < 256; j++)
        s = s * s + 0.5f;
    b[y * n + x] = s;
}

int main()
{
    int n = 2000;
    float *a, *b;
    cudaMalloc(&a, 4ull * n * n);
    cudaMalloc(&b, 4ull * n * n);
#ifdef MENDED
    k<<<dim3(125, 250), dim3(16, 8)>>>(a, b, n);
#else
    k<<<dim3(200, 200), dim3(10, 10)>>>(a, b, n);
#endif
}
