#include <cuda_runtime.h>
#include <cstdio>

namespace tree {
template <int WIDTH> __global__ void split(float *x, int depth) {
    x[threadIdx.x] *= 2.0f;
    if (depth < 4)
        split<WIDTH> <<<2, WIDTH>>>(x, depth + 1);
    printf("%d\n", depth);
}
}

__global__ void leaf(float *x, int n) {
    if (threadIdx.x < n)
        x[threadIdx.x] += 1.0f;
}

__global__ void branch(float *x, int n) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    x[threadIdx.x] *= 2.0f;
    if (n > 32) {
        leaf<<<(n + 31) / 32, 32, 0, stream>>>(x, n / 2);
        cudaStreamDestroy(stream);
    }
}

__global__ void allocates(float **rows) {
    cudaMalloc(&rows[threadIdx.x], 64);
}

int main() {
    float *x;
    cudaMalloc(&x, 4096);
    tree::split<64><<<1, 64>>>(x, 0);
    branch<<<1, 128>>>(x, 128);
    allocates<<<1, 32>>>((float **)x);
}
