// Small kernels that each isolate one thing: streams, strides, transposition, reduction, atomics,
// divergence, small stencils, matrix products.
__kernel void saxpy(float a, __global const float *restrict x, __global const float *restrict y,
                    __global float *restrict out, int n) {
    const int i = get_global_id(0);
    if (i < n)
        out[i] = a * x[i] + y[i];
}

__kernel void strided_copy(__global const float *restrict from, __global float *restrict to, int n) {
    const int i = get_global_id(0) * 8;
    if (i < n)
        to[i] = from[i];
}

__kernel void strided_gather(__global const float *restrict from, __global float *restrict to,
                             int n) {
    const int i = get_global_id(0);
    if (i * 4 < n)
        to[i] = from[i * 4];
}

__kernel void transpose_plain(__global const float *restrict from, __global float *restrict to,
                              int rows, int columns) {
    const int r = get_global_id(1), c = get_global_id(0);
    if (r < rows && c < columns)
        to[c * rows + r] = from[r * columns + c];
}

__kernel void transpose_local(__global const float *restrict from, __global float *restrict to,
                              int height, int width) {
    __local float tile[32][33];
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int bx = get_group_id(0) * 32, by = get_group_id(1) * 32;
    if (bx + tx < width && by + ty < height)
        tile[ty][tx] = from[(by + ty) * width + bx + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (by + tx < height && bx + ty < width)
        to[(bx + ty) * height + by + tx] = tile[tx][ty];
}

__kernel void matmul_plain(__global const float *restrict a, __global const float *restrict b,
                           __global float *restrict c, int n) {
    const int row = get_global_id(1), column = get_global_id(0);
    if (row >= n || column >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

#ifdef TILE
__kernel void matmul_tiled(__global const float *restrict a, __global const float *restrict b,
                           __global float *restrict c, int n) {
    /* Aligned, as nvcc makes one load of neighbouring elements of a shared array. */
    __local float tile_a[TILE][TILE] __attribute__((aligned(16)));
    __local float tile_b[TILE][TILE] __attribute__((aligned(16)));
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int row = get_group_id(1) * TILE + ty, column = get_group_id(0) * TILE + tx;
    float sum = 0.0f;
    for (int k0 = 0; k0 < n; k0 += TILE) {
        if (row < n && k0 + tx < n)
            tile_a[ty][tx] = a[row * n + k0 + tx];
        else
            tile_a[ty][tx] = 0.0f;
        if (k0 + ty < n && column < n)
            tile_b[ty][tx] = b[(k0 + ty) * n + column];
        else
            tile_b[ty][tx] = 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int k = 0; k < TILE; k++)
            sum += tile_a[ty][k] * tile_b[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}
#endif

static void tree(__local float *data, float mine, __global float *out) {
    const int t = get_local_id(0);
    data[t] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) >> 1; s > 0; s >>= 1) {
        if (t < s)
            data[t] += data[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = data[0];
}

__kernel void reduce_sum(__global const float *restrict in, __global float *restrict out, int n,
                         __local float *data) {
    const int group = get_local_size(0);
    const int i = get_group_id(0) * group * 2 + get_local_id(0);
    float sum = 0.0f;
    if (i < n)
        sum += in[i];
    if (i + group < n)
        sum += in[i + group];
    tree(data, sum, out);
}

__kernel void dot_product(__global const float *restrict a, __global const float *restrict b,
                          __global float *restrict out, int n, __local float *data) {
    const int group = get_local_size(0);
    const int i = get_group_id(0) * group * 2 + get_local_id(0);
    float sum = 0.0f;
    if (i < n)
        sum += a[i] * b[i];
    if (i + group < n)
        sum += a[i + group] * b[i + group];
    tree(data, sum, out);
}

// Every value of a zeroed input is 0: all items of a group meet at one bin.
__kernel void histogram_of_zeros(__global const uint *restrict data, int n,
                                 __global uint *restrict bins, __local uint *mine) {
    const int t = get_local_id(0), group = get_local_size(0);
    for (int b = t; b < 256; b += group)
        mine[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&mine[data[i] & 255]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int b = t; b < 256; b += group)
        atomic_add(&bins[b], mine[b]);
}

__kernel void atomic_hotspot(__global uint *restrict counter, int rounds) {
    for (int i = 0; i < rounds; i++)
        atomic_inc(counter);
}

__kernel void random_access(__global const float *restrict from, __global const int *restrict index,
                            __global float *restrict to, int n) {
    const int i = get_global_id(0);
    if (i < n)
        to[i] = from[index[i]];
}

__kernel void add_divergent(__global const float *restrict a, __global const float *restrict b,
                            __global float *restrict c, int n) {
    const int i = get_global_id(0);
    if (i >= n)
        return;
    if ((i & 1) == 0) {
        float sum = 0.0f;
#pragma unroll 16
        for (int t = 0; t < 128; t++)
            sum += 0.0001f * t;
        c[i] = a[i] + b[i] + sum;
    } else {
        c[i] = a[i] + b[i];
    }
}

__kernel void local_broadcast(__global float *restrict out) {
    __local float data[1024];
    const int t = get_local_id(0);
    data[t] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int i = 0; i < 1024; i++)
        sum += data[(i * 33) & 1023];
    out[t] = sum;
}

__kernel void stencil_3x3(__global const float *restrict image, __global const float *restrict k,
                          __global float *restrict out, int height, int width) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width - 2 || y >= height - 2)
        return;
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < 3; dy++)
#pragma unroll
        for (int dx = 0; dx < 3; dx++)
            sum += image[(y + dy) * width + x + dx] * k[dy * 3 + dx];
    out[y * width + x] = sum;
}

__kernel void stencil_7x7(__global const float *restrict image, __global const float *restrict k,
                          __global float *restrict out, int height, int width) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width - 6 || y >= height - 6)
        return;
    float sum = 0.0f;
    for (int dy = 0; dy < 7; dy++)
        for (int dx = 0; dx < 7; dx++)
            sum += image[(y + dy) * width + x + dx] * k[dy * 7 + dx];
    out[y * width + x] = sum;
}
