#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

#define BLOCK 128
#define CHECK(call)                                                                                \
    if ((call) != cudaSuccess)                                                                     \
        return 1;

template <class T, int WIDTH> __global__ void copy(const T *in, T *out, int n) {
    int i = blockIdx.x * WIDTH + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

namespace images {
__global__ void fill(float *out, int pitch, float value) {
    extern __shared__ float row[];
    row[threadIdx.x] = value;
    __syncthreads();
    out[(blockIdx.y * blockDim.y + threadIdx.y) * pitch + blockIdx.x * blockDim.x + threadIdx.x] =
        row[blockDim.x - 1 - threadIdx.x];
}
}

static __global__ void reset(int *counter) {
    if (threadIdx.x == 0)
        counter[blockIdx.x] = 0;
}

static void resize(float *image, int width, int height) {
    dim3 block(32, 4);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    images::fill<<<grid, block, 32 * sizeof(float)>>>(image, width, 1.5f);
}

int main(int argc, char **argv) {
    const int n = 100000;
    const size_t bytes = n * sizeof(float);
    float *in, *out;
    int *counter;
    std::vector<float> host(n);
    CHECK(cudaMalloc((void **)&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMalloc(&counter, 40));
    cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice);
    copy<float, BLOCK><<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
    copy<int, 64><<<argc, 64>>>(counter, counter, 10);
    resize(out, 500, 200);
    dim3 grid = 1;
    grid.x = 10;
    reset<<<grid, 32>>>(counter);
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
