#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    __shared__ float p[32][32], q[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    float s[4] = {0, 0, 0, 0};
    for (int j = 0; j < 2048; j += 32) {
        for (int r = 0; r < 32; r += 8) {
            p[threadIdx.y + r][threadIdx.x] = a[(y + r) * 2048 + j + threadIdx.x];
            q[threadIdx.y + r][threadIdx.x] = a[(j + threadIdx.y + r) * 2048 + x];
        }
        __syncthreads();
        for (int k = 0; k < 32; k++)
            for (int r = 0; r < 4; r++)
                s[r] += p[threadIdx.y + 8 * r][k] * q[k][threadIdx.x];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        b[(y + 8 * r) * 2048 + x] = s[r];
#else
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float s = 0;
    for (int j = 0; j < 2048; j++)
        s += a[y * 2048 + j] * a[j * 2048 + x];
    b[y * 2048 + x] = s;
#endif
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<dim3(64, 64), dim3(32, 8)>>>(a, b, n);
#else
    k<<<dim3(128, 128), dim3(16, 16)>>>(a, b, n);
#endif
}
