#include <cstdio>
#include <cuda.h>

__global__ void scale(float *p, int n) {
    p[threadIdx.x] *= n;
}

int main() {
    int n = 0, wrong = 0;
    cudaGetDeviceCount(&n);
    for (int i = 0; i < n; i++) {
        float *p;
        int current = -1, can = -1;
        cudaDeviceProp properties;
        cudaPointerAttributes attributes;
        cudaSetDevice(i);
        cudaGetDevice(&current);
        cudaMalloc(&p, 4096);
        cudaPointerGetAttributes(&attributes, p);
        cudaGetDeviceProperties(&properties, i);
        cudaDeviceCanAccessPeer(&can, i, 0);
        printf("%d of %d: current %d, memory of %d, bus %d, peer %d, enabled %d\n", i, n, current, attributes.device,
               properties.pciBusID, can, i ? cudaDeviceEnablePeerAccess(0, 0) : 0);
        scale<<<i + 1, 32>>>(p, i);
    }
    CUcontext context;
    CUdevice device = -1, popped = -1;
    cudaSetDevice(0);
    wrong += cuCtxCreate(&context, 0, n - 1);
    wrong += cuCtxGetDevice(&device);
    wrong += cuCtxPopCurrent(&context);
    wrong += cuCtxGetDevice(&popped);
    printf("context of %d, then %d; wrong %d, no such device %d\n", device, popped, wrong, cudaSetDevice(n));
    return 0;
}
