/* result += y' A x for a matrix of n rows and m columns of doubles: what limits it is how rows go to work-items, and
 * what else the kernel holds. */
#include <hip/hip_runtime.h>

/* A row of each work-item; grids may be smaller than the matrix. */
extern "C" __global__ void rows(const double *y, const double *a, const double *x, int n, int m, double *result) {
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double row = 0;
        for (int j = 0; j < m; j++)
            row += a[i * m + j] * x[j];
        sum += y[i] * row;
    }
    unsafeAtomicAdd(result, sum);
}

/* A column of each work-item: neighbours read neighbours. */
extern "C" __global__ void __launch_bounds__(256) columns(const double *y, const double *a, const double *x, int n, int m, double *result) {
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double row = 0;
        for (int j = 0; j < m; j++)
            row += a[j * n + i] * x[j];
        sum += y[i] * row;
    }
    unsafeAtomicAdd(result, sum);
}

#ifdef STAGED
/* The first STAGED elements of x in local memory, which limits the groups of a compute unit. */
extern "C" __global__ void rows_staged(const double *y, const double *a, const double *x, int n, int m, double *result) {
    __shared__ double first[STAGED];
    for (int i = threadIdx.x; i < STAGED; i += blockDim.x)
        first[i] = x[i];
    __syncthreads();
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double row = 0;
        for (int j = 0; j < m; j++)
            row += a[i * n + j] * (j < STAGED ? first[j] : x[j]);
        sum += y[i] * row;
    }
    unsafeAtomicAdd(result, sum);
}
#endif

/* A row of each group: its work-items read neighbours, and add up in local memory. */
extern "C" __global__ void __launch_bounds__(256) groups(const double *y, const double *a, const double *x, int n, int m, double *result) {
    __shared__ double sum;
    if (threadIdx.x == 0)
        sum = 0;
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        double part = 0;
        for (int j = threadIdx.x; j < m; j += blockDim.x)
            part += a[i * m + j] * x[j];
        unsafeAtomicAdd(&sum, part);
        if (threadIdx.x == 0)
            sum *= y[i];
    }
    if (threadIdx.x == 0)
        unsafeAtomicAdd(result, sum);
}

#ifdef HELD
/* The first HELD elements of x in registers. */
extern "C" __global__ void __launch_bounds__(256) rows_held(const double *y, const double *a, const double *x, int n, int m, double *result) {
    double first[HELD];
    for (int i = 0; i < HELD; i++)
        first[i] = x[i];
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double row = 0;
        for (int j = 0; j < HELD; j++)
            row += a[i * n + j] * first[j];
        for (int j = HELD; j < m; j++)
            row += a[i * n + j] * x[j];
        sum += y[i] * row;
    }
    unsafeAtomicAdd(result, sum);
}
#endif

/* The same in 64-bit indices; a wavefront adds up first. */
extern "C" __global__ void __launch_bounds__(256) long_rows(const double *y, const double *a, const double *x, unsigned long long n,
                                                            unsigned long long m, double *result) {
    double sum = 0;
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double row = 0;
        for (unsigned long long j = 0; j < m; j++)
            row += a[i * m + j] * x[j];
        sum += y[i] * row;
    }
    for (int apart = 32; apart; apart /= 2)
        sum += __shfl_down(sum, apart);
    if (threadIdx.x == 0)
        unsafeAtomicAdd(result, sum);
}

extern "C" __global__ void __launch_bounds__(256) long_columns(const double *y, const double *a, const double *x, unsigned long long n,
                                                               unsigned long long m, double *result) {
    double sum = 0;
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double row = 0;
        for (unsigned long long j = 0; j < m; j++)
            row += a[j * n + i] * x[j];
        sum += y[i] * row;
    }
    unsafeAtomicAdd(result, sum);
}
