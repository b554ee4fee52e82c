#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = a[(y + j) * 2048 + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        b[(y + j) * 2048 + x] = tile[threadIdx.x][threadIdx.y + j];
#else
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = a[(y + j) * 2048 + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        b[(y + j) * 2048 + x] = tile[threadIdx.x][threadIdx.y + j];
#endif
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<dim3(64, 64), dim3(32, 8)>>>(a, b, n);
}
