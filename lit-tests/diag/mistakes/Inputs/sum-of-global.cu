#include "gpu.h"

/* Each block adds into its own number of global memory, one thread at a time. */
__global__ void k(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[i];
    __syncthreads();
    for (int j = 128; j > 0; j /= 2) {
        if (t < j)
            s[t] += s[t + j];
        __syncthreads();
    }
    if (t == 0)
        b[blockIdx.x] = s[0];
#else
    atomicAdd(&b[blockIdx.x], a[i]);
#endif
}

int main()
{
    int n = 16777216;
    float *a, *b;
    cudaMalloc(&a, 4ull * n);
    cudaMalloc(&b, 4ull * n);
    k<<<65536, 256>>>(a, b, n);
}
