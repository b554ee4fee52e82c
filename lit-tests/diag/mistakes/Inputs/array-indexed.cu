#include "gpu.h"

__global__ void k(const float *a, float *b, int n, int m)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int j = 0; j < 64; j++)
        s += (a[j] + i) * j;
    b[i] = s;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float h[64];
    for (int j = 0; j < 64; j++)
        h[j] = (a[j] + i);
    int at = m;
    float s = 0;
    for (int j = 0; j < 64; j++) {
        at = at * 5 + 3 & 63;
        s += h[at] * j;
    }
    b[i] = s;
#endif
}

int main()
{
    int n = 16777216;
    float *a, *b;
    cudaMalloc(&a, 8ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<65536, 256>>>(a, b, n, 5);
}
