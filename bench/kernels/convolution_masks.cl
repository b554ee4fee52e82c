// Convolutions with masks whose width is known at run time only. Results are clamped to 0 and 1 in
// double precision. The variants: every input from global memory, with the mask in a buffer or
// in constant memory; through a local tile with its halo; through a local tile, with the halo from
// global memory.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

extern __constant float mask[121];

static float clamped(float x) {
    return (float)fmin(fmax((double)x, 0.0), 1.0);
}

__kernel void line_basic(__global const float *in, __global const float *weights,
                         __global float *out, int mask_width, int width) {
    const int i = get_global_id(0);
    if (i >= width)
        return;
    float sum = 0;
    const int start = i - mask_width / 2;
    for (int j = 0; j < mask_width; j++)
        if (start + j >= 0 && start + j < width)
            sum += in[start + j] * weights[j];
    out[i] = clamped(sum);
}

__kernel void line_constant(__global const float *in, __global float *out, int mask_width,
                            int width) {
    const int i = get_global_id(0);
    float sum = 0;
    const int start = i - mask_width / 2;
    for (int j = 0; j < mask_width; j++)
        if (start + j >= 0 && start + j < width)
            sum += in[start + j] * mask[j];
    out[i] = clamped(sum);
}

__kernel void line_tiled(__global const float *in, __global float *out, int mask_width, int width,
                         __local float *tile) {
    const int t = get_local_id(0), group = get_local_size(0), i = get_global_id(0);
    const int halo = mask_width / 2, left = i - group, right = i + group;
    if (t >= group - halo)
        tile[t - (group - halo)] = left < 0 ? 0 : in[left];
    tile[halo + t] = in[i];
    if (t < halo)
        tile[halo + group + t] = right >= width ? 0 : in[right];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int j = 0; j < mask_width; j++)
        sum += tile[t + j] * mask[j];
    out[i] = clamped(sum);
}

__kernel void line_caching(__global const float *in, __global float *out, int mask_width, int width,
                           __local float *tile) {
    const int t = get_local_id(0), group = get_local_size(0), i = get_global_id(0);
    tile[t] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int begin = get_group_id(0) * group, end = begin + group;
    const int start = i - mask_width / 2;
    float sum = 0;
    for (int j = 0; j < mask_width; j++) {
        const int at = start + j;
        if (at >= 0 && at < width) {
            if (at >= begin && at < end)
                sum += tile[t + j - mask_width / 2] * mask[j];
            else
                sum += in[at] * mask[j];
        }
    }
    out[i] = clamped(sum);
}

static void image(__global const float *in, __global const float *buffer, __global float *out,
                  int mask_height, int mask_width, int height, int width, int channels,
                  bool constant_mask) {
    const int i = get_global_id(1), j = get_global_id(0);
    if (i >= height || j >= width)
        return;
    const int top = i - mask_height / 2, left = j - mask_width / 2;
    for (int c = 0; c < channels; c++) {
        float sum = 0;
        for (int k = 0; k < mask_height; k++)
            for (int l = 0; l < mask_width; l++)
                if (top + k >= 0 && top + k < height && left + l >= 0 && left + l < width) {
                    const float weight = constant_mask ? mask[k * mask_width + l]
                                                       : buffer[k * mask_width + l];
                    sum += in[((top + k) * width + left + l) * channels + c] * weight;
                }
        out[(i * width + j) * channels + c] = clamped(sum);
    }
}

__kernel void image_basic(__global const float *in, __global const float *weights,
                          __global float *out, int mask_height, int mask_width, int height,
                          int width, int channels) {
    image(in, weights, out, mask_height, mask_width, height, width, channels, false);
}

__kernel void image_constant(__global const float *in, __global float *out, int mask_height,
                             int mask_width, int height, int width, int channels) {
    image(in, in, out, mask_height, mask_width, height, width, channels, true);
}

// The group's items load its inputs; those of them that have all neighbours compute.
__kernel void image_tiled(__global const float *in, __global float *out, int mask_height,
                          int mask_width, int height, int width, int channels,
                          __local float *tile) {
    const int tx = get_local_id(0), ty = get_local_id(1), stride = get_local_size(0);
    const int tile_height = (int)get_local_size(1) - mask_height + 1;
    const int tile_width = (int)get_local_size(0) - mask_width + 1;
    const int row = get_group_id(1) * tile_height + ty, column = get_group_id(0) * tile_width + tx;
    const int row_in = row - mask_height / 2, column_in = column - mask_width / 2;
    for (int c = 0; c < channels; c++) {
        if (row_in >= 0 && row_in < height && column_in >= 0 && column_in < width)
            tile[ty * stride + tx] = in[(row_in * width + column_in) * channels + c];
        else
            tile[ty * stride + tx] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        float sum = 0;
        if (ty < tile_height && tx < tile_width && row < height && column < width) {
            for (int k = 0; k < mask_height; k++)
                for (int l = 0; l < mask_width; l++)
                    sum += tile[(ty + k) * stride + tx + l] * mask[k * mask_width + l];
            out[(row * width + column) * channels + c] = clamped(sum);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
