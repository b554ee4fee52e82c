/* CUDA kernels: references, blocks of several kernels, shared arrays. */
__device__ void grow(float &x) { x += 0.5f; }
__device__ float flat(const float *t, int i) { return t[i]; }

// clperf: launch global=65536 local=256 n=16
__global__ void divisor_by_reference(float *a, float y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i], &r = y;
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        r += 0.5f;
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
__global__ void divisor_by_function(float *a, float y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        grow(y);
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
__global__ void divisor_by_lambda(float *a, float y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    auto more = [&] { y += 0.5f; };
    for (int k = 0; k < n; k++) {
        x = x / y + 1.0f;
        more();
    }
    a[i] = x;
}

// clperf: launch global=65536 local=256 n=16
__global__ void element_by_reference(float *a, const float *b, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float &r = a[i];
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        r = s * 0.5f;
        o[k * 65536 + i] = s;
    }
}

// clperf: launch global=65536 local=256 n=16
__global__ void element_by_cast(float *a, const float *b, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        float s = a[i] + b[k];
        reinterpret_cast<float2 *>(a)[i / 2].x += i % 2 ? 0.0f : 1.0f;
        o[k * 65536 + i] = s;
    }
}

// clperf: launch global=65536 local=256
__global__ void flat_tile(const float *a, float *o)
{
    __shared__ float t[32][32];
    int l = threadIdx.x, x = l & 31, y = l / 32, i = blockIdx.x * 256 + l;
    for (int j = 0; j < 32; j += 8)
        t[y + j][x] = a[i] + j;
    __syncthreads();
    float s = 0;
    for (int j = 0; j < 32; j += 8)
        s += t[x][y + j] + flat(&t[0][0], y * 32 + x) + t[0][32 * j + x];
    o[i] = s;
}

// clperf: launch global=65536 local=256
__global__ void right_tile(const float *a, float *o)
{
    __shared__ float t[32][32];
    int l = threadIdx.x, x = l & 31, y = l / 32, i = blockIdx.x * 256 + l;
    for (int j = 0; j < 32; j += 8)
        t[y + j][x] = a[i] + j;
    __syncthreads();
    float s = 0;
    for (int j = 0; j < 32; j += 8)
        s += t[x][y + j];
    o[i] = s;
}

extern "C" {
// clperf: launch global=65536 local=256 n=32
__global__ void doubles_beside(double *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i] * 0.1 + n;
}

// clperf: launch global=65536 local=256 n=32
__global__ void fine_halved(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x * 0.5;
    a[i] = x;
}
}

namespace inner {
// clperf: launch global=65536 local=256 n=16
__global__ void right_divided(float *a, float y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int k = 0; k < n; k++)
        x = x / y + 1.0f;
    a[i] = x;
}
}
using inner::right_divided;
