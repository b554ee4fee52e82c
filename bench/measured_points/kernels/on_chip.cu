/* Shared memory, L1, local memory and barriers. */
#ifndef CELLS
#define CELLS 16
#endif

/* Loads with STRIDE words between lanes. */
extern "C" __global__ void shared_strides(float *out, int rounds, int stride) {
    __shared__ float tile[8192];
    for (int i = threadIdx.x; i < 8192; i += blockDim.x)
        tile[i] = (float)i;
    __syncthreads();
    float sum = 0;
    unsigned at = threadIdx.x * stride;
    for (int k = 0; k < rounds; k++) {
#pragma unroll
        for (int r = 0; r < 16; r++)
            sum += tile[at + 32 * r & 8191];
        at += 37 * 32;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* Sixteen bytes a lane, each lane its own or all the same. */
extern "C" __global__ void shared_by_fours(float *out, int rounds, int lanes_apart) {
    __shared__ float4 tile[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x)
        tile[i] = make_float4(i, i + 1, i + 2, i + 3);
    __syncthreads();
    float4 sum = make_float4(0, 0, 0, 0);
    unsigned at = threadIdx.x * lanes_apart;
    for (int k = 0; k < rounds; k++) {
#pragma unroll
        for (int r = 0; r < 8; r++) {
            float4 x = tile[at + 32 * r & 2047];
            sum.x += x.x;
            sum.y += x.y;
            sum.z += x.z;
            sum.w += x.w;
        }
        at += 37 * 32;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum.x + sum.y + sum.z + sum.w;
}

/* All lanes load one word of global memory, then the next. */
extern "C" __global__ void broadcasts(const float *in, float *out, int n) {
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* Each group reads the same words of a table that fits into L1 again and again. */
extern "C" __global__ void from_l1(const float *in, float *out, int rounds, unsigned mask) {
    float sum = 0;
    unsigned at = threadIdx.x;
    for (int k = 0; k < rounds; k++) {
#pragma unroll
        for (int r = 0; r < 16; r++)
            sum += in[at + r * 32 & mask];
        at += 37 * 32;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* Words of a table that fits into the L2: each group begins somewhere else. */
extern "C" __global__ void from_l2(const float *in, float *out, int rounds, unsigned mask) {
    float sum = 0;
    unsigned at = blockIdx.x * 7919 * 32 + threadIdx.x;
    for (int k = 0; k < rounds; k++) {
#pragma unroll
        for (int r = 0; r < 8; r++)
            sum += in[at + r * 1024 & mask];
        at += 8192;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* An array of each thread, indexed by what is only known at run time. */
extern "C" __global__ void local_array(const int *in, int *out, int n) {
    int counts[CELLS], i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int c = 0; c < CELLS; c++)
        counts[c] = 0;
    for (int k = 0; k < n; k++)
        counts[in[(size_t)k * gridDim.x * blockDim.x + i] & CELLS - 1]++;
    int most = 0;
    for (int c = 0; c < CELLS; c++)
        most = counts[c] > counts[most] ? c : most;
    out[i] = most;
}

/* A barrier after each step. */
extern "C" __global__ void barriers(float *out, int rounds) {
    __shared__ float tile[1024];
    tile[threadIdx.x] = (float)threadIdx.x;
    __syncthreads();
    float x = 0;
    for (int k = 0; k < rounds; k++) {
        x += tile[threadIdx.x ^ 1];
        __syncthreads();
        tile[threadIdx.x] = x;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

/* Sums of a warp by shuffles. */
extern "C" __global__ void shuffles(float *out, int rounds) {
    float x = (float)threadIdx.x;
    for (int k = 0; k < rounds; k++)
#pragma unroll
        for (int d = 16; d > 0; d >>= 1)
            x += __shfl_xor_sync(~0u, x, d);
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
