#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/cub.cuh>

__global__ void by_cub(const float *in, float *out) {
    typedef cub::BlockReduce<float, 256> reduce;
    __shared__ typename reduce::TempStorage shared;
    const float sum = reduce(shared).Sum(in[blockIdx.x * 256 + threadIdx.x]);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

__global__ void by_hand(const float *in, float *out) {
    __shared__ float part[8];
    float sum = in[blockIdx.x * 256 + threadIdx.x];
    for (int n = 1; n < 32; n *= 2)
        sum += __shfl_down_sync(~0u, sum, n);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 8; i++)
            sum += part[i];
        out[blockIdx.x] = sum;
    }
}

__global__ void scanned(const int *in, int *out) {
    typedef cub::BlockScan<int, 128> scan;
    __shared__ typename scan::TempStorage shared;
    int before, all;
    scan(shared).ExclusiveSum(in[blockIdx.x * 128 + threadIdx.x], before, all);
    out[blockIdx.x * 128 + threadIdx.x] = before + all;
}

__global__ void loaded(const float *in, float *out) {
    typedef cub::BlockLoad<float, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE> load;
    __shared__ typename load::TempStorage shared;
    float v[4];
    load(shared).Load(in + blockIdx.x * 512, v);
    out[blockIdx.x * 128 + threadIdx.x] = v[0] + v[1] + v[2] + v[3];
}

void run(const float *in, float *out) {
    by_cub<<<4096, 256>>>(in, out);
    by_hand<<<4096, 256>>>(in, out);
    scanned<<<4096, 128>>>((const int *)in, (int *)out);
    loaded<<<4096, 128>>>(in, out);
}
