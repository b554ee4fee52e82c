/* How often each byte is there: counted in global memory, and in shared memory first. */
extern "C" __global__ void count_in_global(const unsigned char *data, unsigned long n, int *counts) {
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    for (; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&counts[data[i]], 1);
}

extern "C" __global__ void count_in_shared(const unsigned char *data, unsigned long n, int *counts) {
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    for (; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&mine[data[i]], 1);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}
