#define THREAD(d) ((uint)get_local_id(d))
#define BLOCK(d) ((uint)get_group_id(d))
#define BLOCK_SIZE(d) ((uint)get_local_size(d))
#define GRID_SIZE(d) ((uint)get_num_groups(d))

__kernel void vector_add(__global const float *a, __global const float *b, __global float *c, int n) {
    int i = BLOCK(0) * BLOCK_SIZE(0) + THREAD(0);
    if (i < n)
        c[i] = a[i] + b[i];
}

__kernel void transpose(__global const float *in, __global float *out, int n) {
    __local float tile[16][16];
    int x = BLOCK(0) * 16 + THREAD(0), y = BLOCK(1) * 16 + THREAD(1);
    tile[THREAD(1)][THREAD(0)] = in[y * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = BLOCK(1) * 16 + THREAD(0);
    y = BLOCK(0) * 16 + THREAD(1);
    out[y * n + x] = tile[THREAD(0)][THREAD(1)];
}


__kernel void reduction(__global const float *in, __global float *out, int n, __local float *part) {
    int self = THREAD(0);
    float sum = 0.0f;
    for (int i = BLOCK(0) * BLOCK_SIZE(0) + self; i < n; i += GRID_SIZE(0) * BLOCK_SIZE(0))
        sum += in[i];
    part[self] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_ = BLOCK_SIZE(0) / 2; half_ > 0; half_ /= 2) {
        if (self < half_)
            part[self] += part[self + half_];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (self == 0)
        out[BLOCK(0)] = part[0];
}

__kernel void product(__global const float *a, __global const float *b, __global float *c, int n) {
    __local float x[16][16] __attribute__((aligned(16))), y[16][16] __attribute__((aligned(16)));
    int row = BLOCK(1) * 16 + THREAD(1), column = BLOCK(0) * 16 + THREAD(0);
    float sum = 0.0f;
    for (int t = 0; t < n; t += 16) {
        x[THREAD(1)][THREAD(0)] = a[row * n + t + THREAD(0)];
        y[THREAD(1)][THREAD(0)] = b[(t + THREAD(1)) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++)
            sum += x[THREAD(1)][k] * y[k][THREAD(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

__constant float weights[5] = {0.2f, 0.1f, 0.4f, 0.1f, 0.2f};

__kernel void stencil(__global const float *in, __global float *out, int width, int height) {
    int x = BLOCK(0) * BLOCK_SIZE(0) + THREAD(0), y = BLOCK(1) * BLOCK_SIZE(1) + THREAD(1);
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    __global const float *at = in + y * width + x;
    out[y * width + x] = weights[0] * at[-1] + weights[1] * at[-width] + weights[2] * at[0] +
                         weights[3] * at[width] + weights[4] * at[1];
}

__kernel void histogram(__global const uchar *in, __global uint *bins, int n) {
    __local uint local_[256];
    local_[THREAD(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = BLOCK(0) * BLOCK_SIZE(0) + THREAD(0); i < n; i += GRID_SIZE(0) * BLOCK_SIZE(0))
        atomic_add(&local_[in[i]], 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[THREAD(0)], local_[THREAD(0)]);
}

__kernel void scale(__global const float4 *in, __global float4 *out, float by) {
    int i = BLOCK(0) * BLOCK_SIZE(0) + THREAD(0);
    float4 v = in[i];
    v.x *= by;
    v.y *= by;
    v.z *= by;
    v.w *= exp(by);
    out[i] = v;
}
