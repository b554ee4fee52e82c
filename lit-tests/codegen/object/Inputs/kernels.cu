// Kernels whose machine code the tests read: with and without a stack, spills and shared memory.
extern "C" __global__ void __launch_bounds__(128) scale(float *x, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= factor;
}

template <typename T, int N> __global__ void tile(T *out, const T *in) {
    __shared__ T rows[N][N + 1];
    rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * N + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * N + threadIdx.x] = rows[threadIdx.x][threadIdx.y];
}
template __global__ void tile<float, 16>(float *, const float *);

#ifndef SMALL
// More values at once than -maxrregcount=32 has registers for.
__global__ void spilled(float *out, const float *in, int n) {
    float v[40];
#pragma unroll
    for (int i = 0; i < 40; i++)
        v[i] = in[i * n + threadIdx.x];
    for (int k = 0; k < n; k++) {
#pragma unroll
        for (int i = 0; i < 40; i++)
            v[i] = v[i] * v[(i + 7) % 40] + out[k * i];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 40; i++)
        out[i * n + threadIdx.x] = v[i];
}

// An array that only memory can hold.
__global__ void histogram(int *out, const int *in, int n) {
    int counts[100] = {};
    for (int i = 0; i < n; i++)
        counts[in[i] % 100]++;
    out[threadIdx.x] = counts[threadIdx.x];
}

__device__ __noinline__ float sum(const float *in, int n) {
    float total[20], all = 0;
    for (int i = 0; i < n; i++)
        total[i] = in[i];
    for (int i = 0; i < n; i++)
        all += total[n - i];
    return all;
}
__global__ void calls(float *out, const float *in, int n) { out[n] = sum(in, n); }

__global__ void dynamic(float *out) {
    extern __shared__ float shared[];
    shared[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = shared[127 - threadIdx.x];
}
#else
// More values at once than -maxrregcount=24 has registers for.
__global__ void spilled(float *out, const float *in, int n) {
    float v[24];
#pragma unroll
    for (int i = 0; i < 24; i++)
        v[i] = in[i * n];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 24; i++)
        out[i * n] = v[23 - i];
}
#endif
