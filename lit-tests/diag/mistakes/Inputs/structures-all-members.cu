#include "gpu.h"

struct particle {
    float x, y, z, vx, vy, vz;
};

__global__ void k(const float *a, float *b, int n)
{
#ifdef MENDED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i] + a[i + 3 * n], y = a[i + n] + a[i + 4 * n], z = a[i + 2 * n] + a[i + 5 * n];
    b[i] = x * y * z;
#else
    const struct particle *v = (const struct particle *)a;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = v[i].x + v[i].vx, y = v[i].y + v[i].vy, z = v[i].z + v[i].vz;
    b[i] = x * y * z;
#endif
}

int main()
{
    int n = 1048576;
    float *a, *b;
    cudaMalloc(&a, 24ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<4096, 256>>>(a, b, n);
}
