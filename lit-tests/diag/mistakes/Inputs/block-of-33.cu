#include "gpu.h"

__global__ void k(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = a[i];
        for (int j = 0; j < 256; j++)
            x = x * x + 0.5f;
        b[i] = x;
    }
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
#ifdef MENDED
    k<<<16384, 256>>>(a, b, n);
#else
    k<<<127101, 33>>>(a, b, n);
#endif
}
