/* What a request of a warp takes of the unit that L1 and shared memory are: lanes at the places lane / SAME % CYCLE * STRIDE, of NUMBER. */
#ifndef SAME
#define SAME 1
#define CYCLE 32
#define STRIDE 1
#endif
#ifndef IN_L1
#define IN_L1 1
#endif
#ifndef IN_SHARED
#define IN_SHARED 1
#endif
#define PLACE ((threadIdx.x & 31) / SAME % CYCLE * STRIDE)
/* Elements of 16 KB. */
#define SIZE ((int)(16384 / sizeof(NUMBER)))

__device__ static float of(float x) { return x; }
__device__ static float of(float2 x) { return x.x + x.y; }
__device__ static float of(float4 x) { return x.x + x.y + x.z + x.w; }

__device__ static void fill(NUMBER *tile, const NUMBER *in) {
    for (int i = threadIdx.x; i < SIZE; i += blockDim.x)
        tile[i] = in[i];
    __syncthreads();
}

/* The places of 16 rows, again and again. */
__device__ static float sum_of_places(const NUMBER *from, int rounds) {
    float sum = 0;
    unsigned at = PLACE;
    for (int k = 0; k < rounds; k++) {
#pragma unroll
        for (int r = 0; r < 16; r++)
            sum += of(from[at + r * 32 & SIZE - 1]);
        at += 37 * 32;
    }
    return sum;
}

/* From a table that stays in L1. */
extern "C" __global__ void places_in_l1(const NUMBER *in, float *out, int rounds) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum_of_places(in, rounds);
}

/* From shared memory. */
extern "C" __global__ void places_in_shared(const NUMBER *in, float *out, int rounds) {
    __shared__ NUMBER tile[SIZE];
    fill(tile, in);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum_of_places(tile, rounds);
}

/* To shared memory. */
extern "C" __global__ void places_written(const NUMBER *in, float *out, int rounds) {
    __shared__ NUMBER tile[SIZE];
    unsigned at = PLACE;
    NUMBER x = in[threadIdx.x];
    for (int k = 0; k < rounds; k++) {
#pragma unroll
        for (int r = 0; r < 16; r++)
            tile[at + r * 32 & SIZE - 1] = x;
        at += 37 * 32;
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = of(tile[threadIdx.x]);
}

/* IN_L1 loads of words that stay in L1 and IN_SHARED loads from shared memory, by turns. */
extern "C" __global__ void l1_and_shared(const NUMBER *in, float *out, int rounds) {
    __shared__ NUMBER tile[SIZE];
    fill(tile, in);
    float sum = 0;
    unsigned at = PLACE;
    for (int k = 0; k < rounds; k++) {
#pragma unroll
        for (int r = 0; r < 8; r++) {
            if (r % 4 < IN_L1)
                sum += of(in[at + r * 32 & SIZE - 1]);
            if (r % 4 < IN_SHARED)
                sum += of(tile[at + r * 32 + 256 & SIZE - 1]);
        }
        at += 37 * 32;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* Words that come from the L2, each group from elsewhere, with IN_SHARED loads from shared memory for each. */
extern "C" __global__ void l2_and_shared(const NUMBER *in, float *out, int rounds, unsigned mask) {
    __shared__ NUMBER tile[SIZE];
    fill(tile, in);
    float sum = 0;
    unsigned at = threadIdx.x & 31, from = (blockIdx.x * 7919 + threadIdx.x / 32 * 257) * 32 + (threadIdx.x & 31);
    for (int k = 0; k < rounds; k++) {
#pragma unroll
        for (int r = 0; r < 4; r++) {
            sum += of(in[from + r * 1024 & mask]);
#pragma unroll
            for (int s = 0; s < IN_SHARED; s++)
                sum += of(tile[at + (r * IN_SHARED + s) * 32 & SIZE - 1]);
        }
        at += 37 * 32;
        from += 4096;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
