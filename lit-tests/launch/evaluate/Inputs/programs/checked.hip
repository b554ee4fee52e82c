#include <cstdio>
#include <hip/hip_runtime.h>
#define HIP_CHECK(x)                                                                               \
    {                                                                                              \
        const hipError_t e = x;                                                                    \
        if (e != hipSuccess) {                                                                     \
            printf("%s\n", hipGetErrorString(e));                                                  \
            exit(1);                                                                               \
        }                                                                                          \
    }
__global__ void k(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}
int main() {
    constexpr unsigned int n = 1000000, block = 256;
    float *d;
    HIP_CHECK(hipMalloc(&d, n * sizeof(float)));
    constexpr unsigned int grid = (n + block - 1) / block;
    HIP_CHECK(hipMemset(d, 0, n * sizeof(float)));
    hipLaunchKernelGGL(k, dim3(grid), dim3(block), 0, hipStreamDefault, d, n);
    HIP_CHECK(hipGetLastError());
    HIP_CHECK(hipDeviceSynchronize());
    HIP_CHECK(hipFree(d));
}
