/* Atomics: how many lanes meet on an address, a sector and a line, in global and in shared memory. */
extern "C" __global__ void add_to(NUMBER *to, int n, unsigned mask, int step) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&to[(i & mask) * step], (NUMBER)1);
}

/* As above, at addresses that look random. */
extern "C" __global__ void add_to_hashed(NUMBER *to, int n, unsigned mask, int step) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&to[(i * 2654435761u >> 7 & mask) * step], (NUMBER)1);
}

/* The old value is used. */
extern "C" __global__ void fetch_and_add(NUMBER *to, NUMBER *out, int n, unsigned mask, int step) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = atomicAdd(&to[(i & mask) * step], (NUMBER)1);
}

/* At places that memory names. */
extern "C" __global__ void add_at(const int *places, NUMBER *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&to[places[i]], (NUMBER)1);
}

extern "C" __global__ void maximum_of(const int *in, int *most, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(most, in[i]);
}

extern "C" __global__ void swap_until_added(int *to, int n, unsigned mask) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int *at = &to[i & mask], old = *at, seen;
    do {
        seen = old;
        old = atomicCAS(at, seen, seen + 1);
    } while (old != seen);
}

extern "C" __global__ void add_in_shared(NUMBER *out, int rounds, unsigned mask) {
    __shared__ NUMBER own[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        own[i] = 0;
    __syncthreads();
    for (int k = 0; k < rounds; k++)
        atomicAdd(&own[threadIdx.x + k & mask], (NUMBER)1);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = own[threadIdx.x];
}

/* Sums of all, one atomic a thread, a warp or a group. */
extern "C" __global__ void sum_by_threads(const NUMBER *in, NUMBER *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, in[i]);
}

__device__ static NUMBER sum_of_warp(NUMBER x) {
    for (int d = 16; d > 0; d >>= 1)
        x += __shfl_down_sync(~0u, x, d);
    return x;
}

extern "C" __global__ void sum_by_warps(const NUMBER *in, NUMBER *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    NUMBER x = sum_of_warp(i < n ? in[i] : 0);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, x);
}

extern "C" __global__ void sum_by_groups(const NUMBER *in, NUMBER *sum, int n) {
    __shared__ NUMBER part[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    NUMBER x = sum_of_warp(i < n ? in[i] : 0);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32) {
        x = sum_of_warp(threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            atomicAdd(sum, x);
    }
}
