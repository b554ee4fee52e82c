#include "gpu.h"

/* Rows and columns from one long number, by arguments. */
__global__ void k(const float *a, float *b, int n, long long width)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    int y = blockIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
    b[y * 2048 + x] = a[y * 2048 + x] * x + y;
#else
    long long y = i / width, x = i % width;
    b[i] = a[y * width + x] * x + y;
#endif
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<dim3(8, 2048), 256>>>(a, b, n, 2048);
#else
    k<<<16384, 256>>>(a, b, n, 2048);
#endif
}
