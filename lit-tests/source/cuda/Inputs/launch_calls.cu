#include <cuda_runtime.h>

__global__ void scale(float *x, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= factor;
}

template <class T, int WIDTH> __global__ void copy(const T *in, T *out, int n) {
    int i = blockIdx.x * WIDTH + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

template <class T> __global__ void move(const T *in, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

template <class T> static void launch_move(const T *in, T *out, int n) {
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    config.gridDim = dim3(2048);
    config.blockDim = 128;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, move<T>, in, out, n);
}

static void run(void (*kernel)(float *, float, int), float *x, int n, int groups) {
    kernel<<<groups, 64>>>(x, 2.0f, n);
}

int main() {
    int n = 1 << 20, few = 4096;
    float factor = 3.0f;
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));

    void *all[] = {&x, &factor, &n};
    cudaLaunchKernel((const void *)scale, dim3(n / 256), dim3(256), all, 0, 0);

    void *some[] = {&x, &factor, &few};
    dim3 grid(few / 32), block(32);
    cudaLaunchCooperativeKernel((void *)&scale, grid, block, some);

    launch_move(x, y, n);
    cudaLaunchConfig_t listed = {1024, 512, 2048};
    cudaLaunchKernelEx(&listed, copy<int, 512>, (const int *)x, (int *)y, 500000);
    cudaLaunchKernelExC(&listed, (void *)copy<float, 512>, all);

    run(scale, y, n, 16384);
    auto kernel = copy<double, 16>;
    kernel<<<2, 16>>>((double *)x, (double *)y, 32);
    return 0;
}
