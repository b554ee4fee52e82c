/* Softmax of rows, as two libraries do it, and what else such a library has: products of elements and images of twice the size. */
#include <cuda_fp16.h>

__device__ static float sum_of_warp(float x) {
    for (int d = 16; d > 0; d >>= 1)
        x += __shfl_xor_sync(~0u, x, d);
    return x;
}

__device__ static float most_of_warp(float x) {
    for (int d = 16; d > 0; d >>= 1)
        x = fmaxf(x, __shfl_xor_sync(~0u, x, d));
    return x;
}

__device__ static float sum_of_group(float x) {
    static __shared__ float sums[32];
    int lane = threadIdx.x % 32;
    x = sum_of_warp(x);
    if (lane == 0)
        sums[threadIdx.x / 32] = x;
    __syncthreads();
    return sum_of_warp(threadIdx.x < blockDim.x / 32 ? sums[lane] : 0);
}

__device__ static float most_of_group(float x) {
    static __shared__ float most[32];
    int lane = threadIdx.x % 32;
    x = most_of_warp(x);
    if (lane == 0)
        most[threadIdx.x / 32] = x;
    __syncthreads();
    return most_of_warp(threadIdx.x < blockDim.x / 32 ? most[lane] : -1e20f);
}

/* A group goes through the rows of a square matrix, an element of each thread, and does not use what is there. */
extern "C" __global__ void softmax_square(float *x, int n) {
    __shared__ float shared_sum, shared_most;
    int at = blockIdx.x * n * n;
    for (int r = 0; r < n; r++, at += n) {
        float mine = -1e20f, most = most_of_group(mine);
        if (threadIdx.x == 0)
            shared_most = most;
        __syncthreads();
        float e = threadIdx.x < n ? __expf(mine - shared_most) : 0, sum = sum_of_group(e);
        if (threadIdx.x == 0)
            shared_sum = sum + 1e-6f;
        __syncthreads();
        if (threadIdx.x < n)
            x[threadIdx.x + at] = e / shared_sum;
    }
}

#ifdef COLUMNS
/* A warp for each row, which it keeps in registers, two neighbours in each. */
extern "C" __global__ void softmax_in_registers(const float *in, float *out, long long rows) {
    int lane = threadIdx.x;
    for (long long r = blockIdx.x * blockDim.y + threadIdx.y; r < rows; r += gridDim.x * blockDim.y) {
        const float2 *from = (const float2 *)(in + r * COLUMNS);
        float2 *to = (float2 *)(out + r * COLUMNS);
        float x[COLUMNS / 32], most = -INFINITY, sum = 0;
        for (int i = 0; i < COLUMNS / 64; i++) {
            float2 pair = from[i * 32 + lane];
            x[2 * i] = pair.x;
            x[2 * i + 1] = pair.y;
            most = fmaxf(most, fmaxf(pair.x, pair.y));
        }
        most = most_of_warp(most);
        for (int i = 0; i < COLUMNS / 32; i++) {
            x[i] = __expf(x[i] - most);
            sum += x[i];
        }
        sum = sum_of_warp(sum);
        for (int i = 0; i < COLUMNS / 64; i++)
            to[i * 32 + lane] = make_float2(__fdividef(x[2 * i], sum), __fdividef(x[2 * i + 1], sum));
    }
}
#endif

extern "C" __global__ void multiply(const float *x, const float *y, float *z) {
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    z[i] = x[i] * y[i];
}

extern "C" __global__ void multiply_halves(const __half *x, const __half *y, __half *z) {
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    z[i] = __hmul(x[i], y[i]);
}

/* Images of twice the width and height, and back. */
extern "C" __global__ void enlarge(int n, const float *in, int height, int width, float *out) {
    int plane = width * height;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float x = in[i];
        int image = i / plane, rest = i - image * plane, h = rest / width, w = rest - h * width;
        float2 *to = (float2 *)out;
        to[image * plane * 2 + h * 2 * width + w] = make_float2(x, x);
        to[image * plane * 2 + (h * 2 + 1) * width + w] = make_float2(x, x);
    }
}

extern "C" __global__ void reduce_back(int n, const float *in, int height, int width, float *out) {
    int plane = width * height;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int image = i / plane, rest = i - image * plane, h = rest / width, w = rest - h * width;
        const float2 *from = (const float2 *)in;
        float2 a = from[image * plane * 2 + h * 2 * width + w], b = from[image * plane * 2 + (h * 2 + 1) * width + w];
        out[i] = a.x + a.y + b.x + b.y;
    }
}
