/* The steps of a Jacobi iteration on a grid of doubles, whose rows are one after another. */
#include <hip/hip_runtime.h>

extern "C" __global__ __launch_bounds__(256) void second_differences(int nx, int ny, int line, double wx, double wy, const double *u, double *au) {
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i > nx + ny * line || i < line + 1)
        return;
    __builtin_nontemporal_store((-u[i - 1] + 2 * u[i] - u[i + 1]) * wx + (-u[i - line] + 2 * u[i] - u[i + line]) * wy, &au[i]);
}

extern "C" __global__ __launch_bounds__(256) void update(int n, double factor, const double *right, const double *au, double *rest, double *u) {
    int first = threadIdx.x + blockDim.x * blockIdx.x;
    for (int i = first; i < n; i += gridDim.x * blockDim.x) {
        double r = right[first] - au[first];
        rest[first] = r;
        u[first] += r * factor;
    }
}

extern "C" __global__ __launch_bounds__(512) void sum_of_squares(const double *a, double *sums, int n) {
    __shared__ double scratch[512];
    size_t t = threadIdx.x;
    scratch[t] = 0;
    for (int i = t + blockDim.x * blockIdx.x; i < n; i += 512 * 256)
        scratch[t] += a[i] * a[i];
    for (int half = 256; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            scratch[t] += scratch[t + half];
    }
    if (t == 0)
        sums[blockIdx.x] = scratch[0];
}
