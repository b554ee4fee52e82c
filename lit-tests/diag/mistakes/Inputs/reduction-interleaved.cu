#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 256 + t];
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
    for (int j = 1; j < 256; j *= 2) {
        int at = 2 * j * t;
        if (at < 256)
            s[at] += s[at + j];
        __syncthreads();
    }
    if (t == 0)
        b[blockIdx.x] = s[0];
#endif
}

int main()
{
    int n = 67108864;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<262144, 256>>>(a, b, n);
}
