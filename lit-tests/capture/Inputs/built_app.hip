#include <cstdio>
#include <hip/hip_runtime.h>

struct parameters {
    int first;
    float scale;
    int rounds;
};

template <class T> __global__ void step(T *out, const T *in, int n, parameters p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += in[i] * p.scale;
}

extern "C" __global__ void plain(double *out, long n) {
    out[threadIdx.x] = n;
}

int main() {
    hipDeviceProp_t p;
    hipPointerAttribute_t attributes;
    float *in, *out;
    double *d;
    int width = 0;
    hipGetDeviceProperties(&p, 0);
    hipDeviceGetAttribute(&width, hipDeviceAttributeWarpSize, 0);
    printf("%s, %s, %d units, warps of %d and %d, L2 %d, %zu bytes of shared memory\n", p.name, p.gcnArchName,
           p.multiProcessorCount, p.warpSize, width, p.l2CacheSize, p.sharedMemPerBlock);
    hipMalloc(&in, 4000);
    hipHostMalloc(&out, 8000, hipHostMallocDefault);
    hipMalloc(&d, 8192);
    hipPointerGetAttributes(&attributes, in);
    printf("device memory is %d, %s is %s\n", attributes.memoryType, hipGetErrorName(hipErrorOutOfMemory),
           hipGetErrorString(hipErrorOutOfMemory));
    step<float><<<4, 256>>>(out, in, 1000, parameters{1, .5f, 9});
    plain<<<dim3(2), dim3(32)>>>(d, 77);
    return hipDeviceSynchronize();
}
