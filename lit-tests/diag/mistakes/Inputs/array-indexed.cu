#include "gpu.h"

__global__ void k(const float *a, float *b, int n, int m)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int j = 0; j < 16; j++)
        s += a[i + j] * j;
    b[i] = s;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float h[16];
    for (int j = 0; j < 16; j++)
        h[j] = a[i + j];
    int at = m;
    float s = 0;
    for (int j = 0; j < 16; j++) {
        at = at * 5 + 3 & 15;
        s += h[at] * j;
    }
    b[i] = s;
#endif
}

int main()
{
    int n = 16777216;
    float *a, *b;
    cudaMalloc(&a, 5ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<65536, 256>>>(a, b, n, 5);
}
