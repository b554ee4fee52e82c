#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    const unsigned *p = (const unsigned *)a;
    unsigned *q = (unsigned *)b;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    q[i] = ~p[i];
#else
    const unsigned char *p = (const unsigned char *)a;
    unsigned char *q = (unsigned char *)b;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    q[i] = 255 - p[i];
#endif
}

int main()
{
    int n = 16777216;
    float *a, *b;
    cudaMalloc(&a, 1ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<16384, 256>>>(a, b, n);
#else
    k<<<65536, 256>>>(a, b, n);
#endif
}
