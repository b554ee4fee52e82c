/* Examples of a book about CUDA: sums, stencils and products, step by step. */

/* ---- sums of many numbers, by as many threads as the launch has ---- */

extern "C" __global__ void sum_in_place(float *x, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x, step = gridDim.x * blockDim.x;
    float sum = 0;
    for (int k = i; k < n; k += step)
        sum += x[k];
    x[i] = sum;
}

/* The running sum of each thread is in shared memory. */
__device__ static void sum_into(float *part, const float *in, int n) {
    part[threadIdx.x] = 0;
    for (int k = blockDim.x * blockIdx.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
        part[threadIdx.x] += in[k];
    __syncthreads();
}

extern "C" __global__ void sum_tree_unrolled(float *out, float *in, int n) {
    extern __shared__ float part[];
    int t = threadIdx.x;
    sum_into(part, in, n);
    if (t < 256 && t + 256 < blockDim.x)
        part[t] += part[t + 256];
    __syncthreads();
    if (t < 128)
        part[t] += part[t + 128];
    __syncthreads();
    if (t < 64)
        part[t] += part[t + 64];
    __syncthreads();
    if (t < 32)
        part[t] += part[t + 32];
    __syncthreads();
    for (int k = 16; k > 1; k /= 2) {
        if (t < k)
            part[t] += part[t + k];
        __syncwarp();
    }
    if (t == 0)
        out[blockIdx.x] = part[0] + part[1];
}

/* Sums in registers, one atomic sum for each warp. */
extern "C" __global__ void sum_warps(float *__restrict__ out, const float *__restrict__ in, int n) {
    float sum = 0;
    for (int k = blockDim.x * blockIdx.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
        sum += in[k];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&out[blockIdx.x], sum);
}

/* ---- stencils ---- */

extern "C" __global__ void four_neighbours(const float *__restrict__ a, float *__restrict__ b, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
        return;
    b[y * nx + x] = 0.25f * (a[y * nx + x + 1] + a[y * nx + x - 1] + a[(y + 1) * nx + x] + a[(y - 1) * nx + x]);
}

extern "C" __global__ void eight_neighbours(const float *__restrict__ a, float *__restrict__ b, int nx, int ny,
                                            const float *__restrict__ c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
        return;
    const float *up = a + (y - 1) * nx + x, *at = a + y * nx + x, *down = a + (y + 1) * nx + x;
    b[y * nx + x] = c[0] * up[-1] + c[1] * up[0] + c[2] * up[1] + c[3] * at[-1] + c[4] * at[0] + c[5] * at[1] +
                    c[6] * down[-1] + c[7] * down[0] + c[8] * down[1];
}

/* Six neighbours in space, a thread for each column. */
#ifndef NUMBER
#define NUMBER float
#endif

__device__ static NUMBER six(const NUMBER *a, int i, int nx, int slice) {
    return (NUMBER)0.16666666666667 *
           (a[i + 1] + a[i - 1] + a[i + nx] + a[i - nx] + a[i + slice] + a[i - slice]);
}

extern "C" __global__ void six_by_columns(const NUMBER *__restrict__ a, NUMBER *__restrict__ b, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
        return;
    for (int z = 1; z < nz - 1; z++)
        b[(z * ny + y) * nx + x] = six(a, (z * ny + y) * nx + x, nx, nx * ny);
}

/* ---- products of matrices ---- */

extern "C" __global__ void product(float *__restrict__ c, const float *__restrict__ a, const float *__restrict__ b,
                                   int rows, int inner, int columns) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= rows || x >= columns)
        return;
    c[y * columns + x] = 0;
    for (int k = 0; k < inner; k++)
        c[y * columns + x] += a[y * columns + k] * b[k * columns + x];
}

#ifndef UNROLLED
#define UNROLLED 1
#endif

extern "C" __global__ void product_tiled(float *__restrict__ c, const float *__restrict__ a, const float *__restrict__ b,
                                         int rows, int inner, int columns) {
    __shared__ float left[32][32], right[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int ax = tx, ay = blockDim.y * blockIdx.y + ty, bx = blockDim.x * blockIdx.x + tx, by = ty;
    float sum = 0;
#if UNROLLED > 1
#pragma unroll UNROLLED
#endif
    for (int t = 0; t < gridDim.x; t++) {
        left[ty][tx] = a[ay * inner + ax];
        right[ty][tx] = b[by * columns + bx];
        __syncthreads();
        for (int k = 0; k < 32; k++)
            sum += left[ty][k] * right[k][tx];
        __syncthreads();
        ax += 32;
        by += 32;
    }
    c[ay * columns + bx] = sum;
}
