// Two kernels, one of a template.
#include <hip/hip_runtime.h>

__global__ void axpy(float *y, const float *x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}

template <class T> __global__ void fill(T *y, T v) {
    y[threadIdx.x] = v;
}

void launch(float *y, const float *x, double *d) {
    axpy<<<4, 256>>>(y, x, 2.0f, 1000);
    fill<<<1, 256>>>(d, 1.0);
}

int main() {
    launch(nullptr, nullptr, nullptr);
}
