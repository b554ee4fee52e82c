#include <cstdio>
#include <cub/block/block_reduce.cuh>

#ifndef TIMES
#error TIMES is not defined
#endif

__global__ void total(const int *in, int *out, int times) {
    using reduce = cub::BlockReduce<int, 128>;
    __shared__ typename reduce::TempStorage storage;
    int sum = reduce(storage).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0)
        *out = sum * times;
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 512);
    cudaMalloc(&out, 4);
    total<<<1, 128>>>(in, out, TIMES);
    printf("%d\n", (int)cudaDeviceSynchronize());
}
