/* Rows by the first dimension: neighbouring work-items are a row apart. */
#define N 512

// clperf: launch global=512x512 local=16x16
kernel void scale(global const float *in, global float *out)
{
    int row = get_global_id(0), column = get_global_id(1);
    out[row * N + column] = 2.0f * in[row * N + column];
}

// clperf: launch global=512x512 local=16x16
kernel void add(global const float *a, global const float *b, global float *out)
{
    size_t y = get_global_id(0);
    size_t x = get_global_id(1);
    out[y * N + x] = a[y * N + x] + b[y * N + x];
}

// clperf: launch global=512x512 local=32x8
kernel void threshold(global const uchar *in, global uchar *out)
{
    int at = get_global_id(0) * N + get_global_id(1);
    out[at] = in[at] > 100 ? 255 : 0;
}

// clperf: launch global=512x512 local=8x8
kernel void mix_four(global const float4 *a, global const float4 *b, global float4 *out)
{
    const int at = get_global_id(0) * N + get_global_id(1);
    out[at] = 0.25f * a[at] + 0.75f * b[at];
}

// clperf: launch global=256x256 local=16x16
kernel void product(global const float *a, global const float *b, global float *c)
{
    int row = get_global_id(0), column = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < 256; k++)
        sum += a[row * 256 + k] * b[k * 256 + column];
    c[row * 256 + column] = sum;
}

// clperf: launch global=512x512 local=16x16
kernel void guarded(global const float *in, global float *out)
{
    int i = get_global_id(0);
    int j = get_global_id(1);
    if (i > 0 && i < N - 1 && j > 0 && j < N - 1)
        out[i * N + j] = in[(i - 1) * N + j] + in[(i + 1) * N + j] - 2 * in[i * N + j];
}
