#include <cuda_fp16.h>

#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include <curand_kernel.h>

__global__ void sums(const float *in, float *out) {
    typedef cub::BlockSum<float, 128> sum;
    __shared__ typename sum::TempStorage shared;
    out[blockIdx.x] = sum(shared).Sum(in[blockIdx.x * 128 + threadIdx.x]);
}

__global__ void numbers(curandState *states, unsigned *out) {
    out[threadIdx.x] = curand_of_the_sdk(&states[threadIdx.x]);
}

__global__ void twice(float *x) {
    x[threadIdx.x] *= 2.0f;
}

int main() {
    float *x, *y;
    cudaMalloc(&x, 64 * 128 * sizeof *x);
    cudaMalloc(&y, 64 * sizeof *y);
    sums<<<64, 128>>>(x, y);
    numbers<<<1, 64>>>((curandState *)x, (unsigned *)y);
    twice<<<1, 64>>>(y);
    cub::clear(y);
}
