/* Layers of networks and of linear algebra, as they are written first and second. */

/* y = A x: a thread, a warp or a group for each row. */
extern "C" __global__ void matvec_by_threads(const float *a, const float *x, float *y, int rows, int columns) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float sum = 0;
    for (int c = 0; c < columns; c++)
        sum += a[(size_t)r * columns + c] * x[c];
    y[r] = sum;
}

__device__ static float sum_of_warp(float x) {
    for (int d = 16; d > 0; d >>= 1)
        x += __shfl_xor_sync(~0u, x, d);
    return x;
}

__device__ static float most_of_warp(float x) {
    for (int d = 16; d > 0; d >>= 1)
        x = fmaxf(x, __shfl_xor_sync(~0u, x, d));
    return x;
}

extern "C" __global__ void matvec_by_warps(const float *a, const float *x, float *y, int rows, int columns) {
    int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    float sum = 0;
    for (int c = lane; c < columns; c += 32)
        sum += a[(size_t)r * columns + c] * x[c];
    sum = sum_of_warp(sum);
    if (lane == 0)
        y[r] = sum;
}

/* y = x A: a thread for each column. */
extern "C" __global__ void vecmat(const float *a, const float *x, float *y, int rows, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    float sum = 0;
    for (int r = 0; r < rows; r++)
        sum += a[(size_t)r * columns + c] * x[r];
    y[c] = sum;
}

/* Softmax of rows: a thread for each, then a warp, then a group. */
extern "C" __global__ void softmax_by_threads(const float *in, float *out, int rows, int columns) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const float *x = in + (size_t)r * columns;
    float most = -INFINITY, sum = 0;
    for (int c = 0; c < columns; c++)
        most = fmaxf(most, x[c]);
    for (int c = 0; c < columns; c++)
        sum += expf(x[c] - most);
    for (int c = 0; c < columns; c++)
        out[(size_t)r * columns + c] = expf(x[c] - most) / sum;
}

extern "C" __global__ void softmax_by_warps(const float *in, float *out, int rows, int columns) {
    int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    const float *x = in + (size_t)r * columns;
    float most = -INFINITY, sum = 0;
    for (int c = lane; c < columns; c += 32)
        most = fmaxf(most, x[c]);
    most = most_of_warp(most);
    for (int c = lane; c < columns; c += 32)
        sum += expf(x[c] - most);
    sum = sum_of_warp(sum);
    for (int c = lane; c < columns; c += 32)
        out[(size_t)r * columns + c] = expf(x[c] - most) / sum;
}

__device__ static float sum_of_group(float x, float *part) {
    x = sum_of_warp(x);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = x;
    __syncthreads();
    x = sum_of_warp(threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0);
    __syncthreads();
    return x;
}

/* Layer normalisation of rows, a group for each. */
extern "C" __global__ void layer_norm(const float *in, const float *weight, const float *bias, float *out, int columns) {
    __shared__ float part[32];
    const float *x = in + (size_t)blockIdx.x * columns;
    float sum = 0, squares = 0;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) {
        sum += x[c];
        squares += x[c] * x[c];
    }
    float mean = sum_of_group(sum, part) / columns;
    float scale = rsqrtf(sum_of_group(squares, part) / columns - mean * mean + 1e-5f);
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
        out[(size_t)blockIdx.x * columns + c] = (x[c] - mean) * scale * weight[c] + bias[c];
}

/* GELU, element by element. */
extern "C" __global__ void gelu(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = in[i];
        out[i] = .5f * x * (1 + tanhf(.7978845608f * (x + .044715f * x * x * x)));
    }
}

/* Convolution of images, 3 x 3 or more, channels of one image after another. */
extern "C" __global__ void convolution(const float *in, const float *weights, float *out, int width, int height, int channels, int size) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int c = 0; c < channels; c++)
        for (int dy = 0; dy < size; dy++)
            for (int dx = 0; dx < size; dx++) {
                int xx = x + dx - size / 2, yy = y + dy - size / 2;
                if (xx >= 0 && xx < width && yy >= 0 && yy < height)
                    sum += in[((size_t)c * height + yy) * width + xx] * weights[((k * channels + c) * size + dy) * size + dx];
            }
    out[((size_t)k * height + y) * width + x] = sum;
}

/* Rows of sparse matrices with EACH elements: a thread or a warp for each row. */
extern "C" __global__ void sparse_by_threads(const int *starts, const int *columns, const float *values, const float *x, float *y, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float sum = 0;
    for (int i = starts[r]; i < starts[r + 1]; i++)
        sum += values[i] * x[columns[i]];
    y[r] = sum;
}

extern "C" __global__ void sparse_by_warps(const int *starts, const int *columns, const float *values, const float *x, float *y, int rows) {
    int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (r >= rows)
        return;
    float sum = 0;
    for (int i = starts[r] + lane; i < starts[r + 1]; i += 32)
        sum += values[i] * x[columns[i]];
    sum = sum_of_warp(sum);
    if (lane == 0)
        y[r] = sum;
}
