/* How often each of 256 values of a byte occurs. */

/* One set of counters in global memory. */
extern "C" __global__ void global_counters(const unsigned char *data, int n, int *counts) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&counts[data[i]], 1);
}

__device__ static void clear(int *own) {
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        own[i] = 0;
    __syncthreads();
}

__device__ static void merge(const int *own, int *counts) {
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (own[i] > 0)
            atomicAdd(&counts[i], own[i]);
}

/* One set of each group, in shared memory. */
extern "C" __global__ void shared_counters(const unsigned char *data, int n, int *counts) {
    __shared__ int own[256];
    clear(own);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[data[i]], 1);
    merge(own, counts);
}

__device__ static void count_four(int *own, unsigned bytes) {
    atomicAdd(&own[bytes & 255], 1);
    atomicAdd(&own[bytes >> 8 & 255], 1);
    atomicAdd(&own[bytes >> 16 & 255], 1);
    atomicAdd(&own[bytes >> 24], 1);
}

/* A set of each group, with 16 bytes in each load. */
extern "C" __global__ void shared_counters_by_16(const uint4 *data, int n, int *counts) {
    __shared__ int own[256];
    clear(own);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 16; i += gridDim.x * blockDim.x) {
        uint4 x = data[i];
        count_four(own, x.x);
        count_four(own, x.y);
        count_four(own, x.z);
        count_four(own, x.w);
    }
    merge(own, counts);
}
