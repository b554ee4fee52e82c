#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    __shared__ float s[256];
    int t = threadIdx.x;
    const float *mine = a + blockIdx.x * 1024 + t;
    s[t] = mine[0] + mine[256] + mine[512] + mine[768];
    __syncthreads();
    for (int j = 128; j > 0; j /= 2) {
        if (t < j)
            s[t] += s[t + j];
        __syncthreads();
    }
    if (t == 0)
        b[blockIdx.x] = s[0];
#else
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 256 + t];
    __syncthreads();
    if (t == 0) {
        float x = 0;
        for (int j = 0; j < 256; j++)
            x += s[j];
        b[blockIdx.x] = x;
    }
#endif
}

int main()
{
    int n = 67108864;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<65536, 256>>>(a, b, n);
#else
    k<<<262144, 256>>>(a, b, n);
#endif
}
