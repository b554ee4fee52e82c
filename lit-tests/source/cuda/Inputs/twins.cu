#include <cuda_runtime.h>

__global__ void vector_add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void transpose(const float *in, float *out, int n) {
    __shared__ float tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

extern __shared__ float part[];

__global__ void reduction(const float *in, float *out, int n) {
    int self = threadIdx.x;
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + self; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    part[self] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (self < half)
            part[self] += part[self + half];
        __syncthreads();
    }
    if (self == 0)
        out[blockIdx.x] = part[0];
}

__global__ void product(const float *a, const float *b, float *c, int n) {
    __shared__ float x[16][16], y[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < n; t += 16) {
        x[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
        y[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += x[threadIdx.y][k] * y[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__constant__ float weights[5] = {0.2f, 0.1f, 0.4f, 0.1f, 0.2f};

__global__ void stencil(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    const float *at = in + y * width + x;
    out[y * width + x] = weights[0] * at[-1] + weights[1] * at[-width] + weights[2] * at[0] +
                         weights[3] * at[width] + weights[4] * at[1];
}

__global__ void histogram(const unsigned char *in, unsigned *bins, int n) {
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[in[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void scale(const float4 *in, float4 *out, float by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[i];
    v.x *= by;
    v.y *= by;
    v.z *= by;
    v.w *= expf(by);
    out[i] = v;
}
