#include <hip/hip_runtime.h>
__global__ void k(float *x, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = 1;
}
int main() {
    int dev;
    hipGetDevice(&dev);
    hipDeviceProp_t p;
    hipGetDeviceProperties(&p, dev);
    float *d;
    hipMalloc((void **)&d, 1 << 24);
    hipStream_t s;
    hipStreamCreate(&s);
    k<<<dim3(p.multiProcessorCount * 4), dim3(p.warpSize * 4), 0, s>>>(d, 1 << 22);
    int cus;
    hipDeviceGetAttribute(&cus, hipDeviceAttributeMultiprocessorCount, dev);
    hipLaunchKernelGGL(k, cus, 64, 0, s, d, 1 << 22);
}
