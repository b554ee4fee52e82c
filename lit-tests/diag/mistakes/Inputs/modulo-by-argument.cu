#include "gpu.h"

__global__ void k(const float *a, float *b, int n, int m)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = 0;
    for (int j = 0; j < 64; j++)
        s += ((unsigned)i * 7 + j) & (m - 1);
    b[i] = s;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = 0;
    for (int j = 0; j < 64; j++)
        s += ((unsigned)i * 7 + j) % (unsigned)m;
    b[i] = s;
#endif
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<16384, 256>>>(a, b, n, 64);
}
