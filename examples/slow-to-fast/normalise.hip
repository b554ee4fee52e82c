/* Scales each row of a matrix of 16384 x 1024 to length 1, in four ways: docs/guide/slow-to-fast.md. */
#include <hip/hip_runtime.h>

/* Each thread has a row of its own. */
__global__ void normalise_1(float *m, int width) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int x = 0; x < width; x++)
        sum += m[row * width + x] * m[row * width + x];
    for (int x = 0; x < width; x++)
        m[row * width + x] *= 1.0 / sqrt(sum + 1e-6);
}

/* Each block has a row: neighbouring threads read neighbouring numbers. */
__global__ void normalise_2(float *m, int width) {
    __shared__ float part[256];
    int row = blockIdx.x, t = threadIdx.x;
    float sum = 0;
    for (int x = t; x < width; x += 256)
        sum += m[row * width + x] * m[row * width + x];
    part[t] = sum;
    __syncthreads();
    if (t == 0)
        for (int i = 1; i < 256; i++)
            part[0] += part[i];
    __syncthreads();
    for (int x = t; x < width; x += 256)
        m[row * width + x] *= 1.0 / sqrt(part[0] + 1e-6);
}

/* Literals of the data's type. */
__global__ void normalise_3(float *m, int width) {
    __shared__ float part[256];
    int row = blockIdx.x, t = threadIdx.x;
    float sum = 0;
    for (int x = t; x < width; x += 256)
        sum += m[row * width + x] * m[row * width + x];
    part[t] = sum;
    __syncthreads();
    if (t == 0)
        for (int i = 1; i < 256; i++)
            part[0] += part[i];
    __syncthreads();
    for (int x = t; x < width; x += 256)
        m[row * width + x] *= 1.0f / sqrt(part[0] + 1e-6f);
}

/* The parts are summed as a tree. */
__global__ void normalise_4(float *m, int width) {
    __shared__ float part[256];
    int row = blockIdx.x, t = threadIdx.x;
    float sum = 0;
    for (int x = t; x < width; x += 256)
        sum += m[row * width + x] * m[row * width + x];
    part[t] = sum;
    __syncthreads();
    for (int n = 128; n > 0; n /= 2) {
        if (t < n)
            part[t] += part[t + n];
        __syncthreads();
    }
    float factor = 1.0f / sqrt(part[0] + 1e-6f);
    for (int x = t; x < width; x += 256)
        m[row * width + x] *= factor;
}

int main(void) {
    float *m;
    hipMalloc(&m, 16384 * 1024 * sizeof *m);
    normalise_1<<<16384 / 256, 256>>>(m, 1024);
    normalise_2<<<16384, 256>>>(m, 1024);
    normalise_3<<<16384, 256>>>(m, 1024);
    normalise_4<<<16384, 256>>>(m, 1024);
    hipDeviceSynchronize();
    return 0;
}
