/* Streams through DRAM: with different shares of reads and writes, and widths of accesses. NUMBER is the type of an
 * element. */
#ifndef NUMBER
#define NUMBER float
#endif
#ifndef IN
#define IN 1
#endif
#ifndef OUT
#define OUT 1
#endif
#ifndef BALLAST
#define BALLAST 1024
#endif

__device__ static float &first(float &x) { return x; }
__device__ static double &first(double &x) { return x; }
__device__ static float &first(float2 &x) { return x.x; }
__device__ static float &first(float4 &x) { return x.x; }

/* At each place, IN arrays are read and OUT arrays written. */
extern "C" __global__ void streams(const NUMBER *in, NUMBER *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    NUMBER x = {};
#pragma unroll
    for (int k = 0; k < IN; k++) {
        NUMBER y = in[(size_t)k * n + i];
        first(x) += first(y);
    }
#pragma unroll
    for (int k = 0; k < OUT; k++)
        out[(size_t)k * n + i] = x;
#if OUT == 0
    if (first(x) == 12345)
        out[i] = x;
#endif
}

/* Each thread takes elements a grid apart. */
extern "C" __global__ void grid_stride_copy(const NUMBER *in, NUMBER *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[i];
}

/* A copy with shared memory that nobody uses: what is resident is less. */
extern "C" __global__ void copy_with_few_resident(const NUMBER *in, NUMBER *out, int n) {
    __shared__ char ballast[BALLAST];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < 0)
        ballast[i] = (char)i;
    if (i < n)
        out[i] = in[i];
    if (n < -1)
        out[0] = in[ballast[i]];
}
