#include "gpu.h"

struct body {
    float x, y, vx, vy;
};

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[i] + a[i + n];
#else
    const struct body *v = (const struct body *)a;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = v[i].x + v[i].y;
#endif
}

int main()
{
    int n = 4194304;
    float *a, *b;
    cudaMalloc(&a, 16ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<16384, 256>>>(a, b, n);
}
