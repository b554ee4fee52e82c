/* Sums of NUMBERs, step by step from the plain tree to shuffles. Each block of THREADS leaves its sum in out[block], or
 * with TOTAL adds it to out[0]. EACH is how many elements a thread adds up first. */
#ifndef EACH
#define EACH 1
#endif

__device__ static void deliver(NUMBER *out, NUMBER sum) {
#if TOTAL
    atomicAdd(out, sum);
#else
    out[blockIdx.x] = sum;
#endif
}

/* Neighbouring pairs, then pairs of those: the threads that still add are ever further apart. */
extern "C" __global__ void tree_modulo(const NUMBER *in, NUMBER *out) {
    __shared__ NUMBER part[THREADS];
    unsigned t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned apart = 1; apart < blockDim.x; apart *= 2) {
        if (t % (2 * apart) == 0)
            part[t] += part[t + apart];
        __syncthreads();
    }
    if (t == 0)
        deliver(out, part[0]);
}

/* Pairs as above, but the threads that add are neighbours: their banks conflict. */
extern "C" __global__ void tree_strided(const NUMBER *in, NUMBER *out) {
    __shared__ NUMBER part[THREADS];
    unsigned t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned apart = 1; apart < blockDim.x; apart *= 2) {
        unsigned left = 2 * apart * t;
        if (left < blockDim.x)
            part[left] += part[left + apart];
        __syncthreads();
    }
    if (t == 0)
        deliver(out, part[0]);
}

/* The second half onto the first. */
extern "C" __global__ void tree_halves(const NUMBER *in, NUMBER *out) {
    __shared__ NUMBER part[THREADS];
    unsigned t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        deliver(out, part[0]);
}

/* Halves again, with two elements of each thread. */
extern "C" __global__ void tree_of_pairs(const NUMBER *in, NUMBER *out) {
    __shared__ NUMBER part[THREADS];
    unsigned t = threadIdx.x, first = blockIdx.x * 2 * blockDim.x + t;
    part[t] = in[first] + in[first + blockDim.x];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        deliver(out, part[0]);
}

/* A warp needs no barriers between its own steps. */
__device__ static void last_warp(volatile NUMBER *part, unsigned t) {
    part[t] += part[t + 32];
    part[t] += part[t + 16];
    part[t] += part[t + 8];
    part[t] += part[t + 4];
    part[t] += part[t + 2];
    part[t] += part[t + 1];
}

extern "C" __global__ void tree_last_warp(const NUMBER *in, NUMBER *out) {
    __shared__ NUMBER part[THREADS];
    unsigned t = threadIdx.x, first = blockIdx.x * 2 * blockDim.x + t;
    part[t] = in[first] + in[first + blockDim.x];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 32; half >>= 1) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t < 32)
        last_warp(part, t);
    if (t == 0)
        deliver(out, part[0]);
}

/* Elements a block's width apart, then halves whose number is known. */
extern "C" __global__ void tree_unrolled(const NUMBER *in, NUMBER *out) {
    __shared__ NUMBER part[THREADS];
    unsigned t = threadIdx.x, first = blockIdx.x * (THREADS * EACH) + t;
    part[t] = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        part[t] += in[first + k * THREADS];
    __syncthreads();
#pragma unroll
    for (int half = THREADS / 2; half > 32; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t < 32)
        last_warp(part, t);
    if (t == 0)
        deliver(out, part[0]);
}

/* EACH neighbouring elements of a thread: a warp's loads are that far apart. */
extern "C" __global__ void tree_of_neighbours(const NUMBER *in, NUMBER *out, unsigned long n) {
    __shared__ NUMBER part[THREADS];
    int t = threadIdx.x;
    unsigned long first = (unsigned long)(blockIdx.x * THREADS + t) * EACH;
    NUMBER sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        if (first + k < n)
            sum += in[first + k];
    part[t] = sum;
    __syncthreads();
#pragma unroll
    for (int half = THREADS / 2; half > 32; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t < 32)
        last_warp(part, t);
    if (t == 0)
        deliver(out, part[0]);
}

__device__ static NUMBER sum_of_warp(NUMBER x) {
#pragma unroll
    for (int half = 16; half > 0; half /= 2)
        x += __shfl_down_sync(0xffffffff, x, half);
    return x;
}

/* The sum of a block of whole warps, in its first thread. */
__device__ static NUMBER sum_of_block(NUMBER x) {
    __shared__ NUMBER warps[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    x = sum_of_warp(x);
    if (lane == 0)
        warps[warp] = x;
    __syncthreads();
    x = threadIdx.x < blockDim.x / 32 ? warps[lane] : 0;
    return warp == 0 ? sum_of_warp(x) : x;
}

extern "C" __global__ void shuffled(const NUMBER *in, NUMBER *out) {
    unsigned first = blockIdx.x * (THREADS * EACH) + threadIdx.x;
    NUMBER sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        sum += in[first + k * THREADS];
    sum = sum_of_block(sum);
    if (threadIdx.x == 0)
        deliver(out, sum);
}

/* Four elements in one load, as many blocks as fit on the GPU. */
extern "C" __global__ void shuffled_by_fours(const float4 *in, float *out, int n) {
    float4 sum = make_float4(0, 0, 0, 0);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
        float4 x = in[i];
        sum.x += x.x;
        sum.y += x.y;
        sum.z += x.z;
        sum.w += x.w;
    }
    float of_block = sum_of_block(sum.x + sum.y + sum.z + sum.w);
    if (threadIdx.x == 0)
        deliver(out, of_block);
}

/* Every thread adds to one address. */
extern "C" __global__ void one_address(const float4 *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 x = in[i];
        atomicAdd(out, x.x + x.y + x.z + x.w);
    }
}
