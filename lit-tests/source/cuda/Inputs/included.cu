#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuComplex.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

__global__ void by_groups(const float *x, float *out, int n) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    __shared__ float sums[8];
    float s = 0;
    for (int i = (int)cg::this_grid().thread_rank(); i < n; i += (int)cg::this_grid().size())
        s += x[i];
    s = cg::reduce(tile, s, cg::plus<float>());
    if (tile.thread_rank() == 0)
        sums[tile.meta_group_rank()] = s;
    cg::sync(block);
    if (block.thread_rank() < 8)
        atomicAdd(out, sums[block.thread_rank()]);
}

__global__ void by_hand(const float *x, float *out, int n) {
    __shared__ float sums[8];
    unsigned rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned items = blockDim.x * blockDim.y * blockDim.z;
    unsigned long long block = ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned long long blocks = (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    float s = 0;
    for (int i = (int)(block * items + rank); i < n; i += (int)(blocks * items))
        s += x[i];
#pragma unroll
    for (int lanes = 16; lanes; lanes /= 2)
        s += __shfl_xor_sync(~0u, s, lanes);
    if (rank % 32 == 0)
        sums[rank / 32] = s;
    __syncthreads();
    if (rank < 8)
        atomicAdd(out, sums[rank]);
}

__global__ void halves(half2 *x, half a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = __hfma2(__half2half2(a), x[i], __floats2half2_rn(1, 2));
}

__global__ void words(unsigned *x, unsigned a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = a + x[i];
}

__global__ void complex(cuFloatComplex *x, cuFloatComplex a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = cuCaddf(cuCmulf(a, x[i]), a);
}

__global__ void pairs(float2 *x, float2 a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 b = x[i];
    x[i] = make_float2(a.x * b.x - a.y * b.y + a.x, a.x * b.y + a.y * b.x + a.y);
}

int main(int argc, char **argv) {
    const int n = 1 << 22, m = 1 << 20;
    char sizes[argc];
    float *x, *out;
    cudaHostAlloc((void **)&x, n * sizeof(float), cudaHostAllocMapped);
    cudaMalloc(&out, sizeof(float));
    cudaMemcpy(x, sizes, argc, cudaMemcpyHostToDevice);
    by_groups<<<256, 256>>>(x, out, n);
    by_hand<<<256, 256>>>(x, out, n);
    halves<<<m / 256, 256>>>((half2 *)x, __float2half(2));
    words<<<m / 256, 256>>>((unsigned *)x, 2);
    complex<<<m / 256, 256>>>((cuFloatComplex *)x, make_cuFloatComplex(1, 2));
    pairs<<<m / 256, 256>>>((float2 *)x, make_float2(1, 2));
}
