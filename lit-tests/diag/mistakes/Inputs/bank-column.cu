#include "gpu.h"

#ifdef MENDED
#define ROW 33
#else
#define ROW 32
#endif

__global__ void k(const float *a, float *b, int n)
{
    __shared__ float tile[32 * ROW];
    int x = threadIdx.x, y = threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[(y + j) * ROW + x] = a[blockIdx.x * 1024 + (y + j) * 32 + x];
    __syncthreads();
    float s = 0;
    for (int j = 0; j < 32; j++)
        s += tile[x * ROW + j] * tile[y * ROW + j];
    b[blockIdx.x * 256 + y * 32 + x] = s;
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<4096, dim3(32, 8)>>>(a, b, n);
}
