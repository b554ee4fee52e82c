#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    __shared__ float s[256];
    int t = threadIdx.x;
    float x = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        x += a[i];
    s[t] = x;
    __syncthreads();
    for (int j = 128; j > 0; j /= 2) {
        if (t < j)
            s[t] += s[t + j];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(b, s[0]);
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(b, a[i]);
#endif
}

int main()
{
    int n = 67108864;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<9936, 256>>>(a, b, n);
#else
    k<<<262144, 256>>>(a, b, n);
#endif
}
