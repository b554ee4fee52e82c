#include "gpu.h"

struct particle {
    float x, y, z, mass, vx, vy, vz, charge;
};

__global__ void k(struct particle *v, float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    a[i] += 0.01f * a[i + n];
#else
    v[i].x += 0.01f * v[i].vx;
#endif
}

int main()
{
    int n = 1048576;
    float *a;
    struct particle *v;
    cudaMalloc(&v, 32ull * n);
    cudaMalloc(&a, 8ull * n);
    k<<<4096, 256>>>(v, a, n);
}
