#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <math_constants.h>
#include <mma.h>

template <class T> __global__ void scale(T *x, T factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = __hmul(x[i], factor);
}

template <class T> __global__ void random_numbers(T *states, float *x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T s = states[i];
    for (int k = 0; k < 8; k++)
        x[k * gridDim.x * blockDim.x + i] = curand_uniform(&s);
    states[i] = s;
}

__global__ void bytes(__nv_fp8_e4m3 *x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = __nv_fp8_e4m3(fminf((float)x[i] * 2.0f, CUDART_INF_F));
}

__global__ void packed_words(const int *x, const int *y, int *z) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (x[i] == 77)
        __trap();
    z[i] = __dp4a(x[i], y[i], (int)__vsubss4(x[i], y[i])) + __reduce_add_sync(~0u, y[i]);
}

__global__ void by_copies(const float4 *x, float4 *y) {
    __shared__ float4 room[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    __pipeline_memcpy_async(&room[threadIdx.x], &x[i], sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    y[i] = room[255 - threadIdx.x];
}

__global__ void by_stores(const float4 *x, float4 *y) {
    __shared__ float4 room[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    room[threadIdx.x] = x[i];
    __syncthreads();
    y[i] = room[255 - threadIdx.x];
}

__global__ void on_tensor_cores(half *a, float *c) {
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> f;
    nvcuda::wmma::load_matrix_sync(f, a, 16);
    c[threadIdx.x] = f.x[0];
}

int main() {
    const int n = 1 << 20;
    void *p, *q;
    cudaMalloc(&p, n * 32);
    cudaMalloc(&q, n * 32);
    scale<<<n / 256, 256>>>((half *)p, (half)2.0f);
    scale<<<n / 256, 256>>>((__nv_bfloat16 *)p, (__nv_bfloat16)2.0f);
    random_numbers<<<n / 256, 256>>>((curandState *)p, (float *)q);
    random_numbers<<<n / 256, 256>>>((curandStatePhilox4_32_10_t *)p, (float *)q);
    bytes<<<n / 256, 256>>>((__nv_fp8_e4m3 *)p);
    packed_words<<<n / 256, 256>>>((int *)p, (int *)q, (int *)q);
    by_copies<<<n / 256, 256>>>((float4 *)p, (float4 *)q);
    by_stores<<<n / 256, 256>>>((float4 *)p, (float4 *)q);
    on_tensor_cores<<<1, 32>>>((half *)p, (float *)q);
}
