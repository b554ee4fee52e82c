/* What decides whether work-groups are alike: bounds, remainders, limits, unsigned wraps, data. */
#define SIDE 16
kernel void corners(global float *out, global const float *in, global const int *known, int n,
                    int width) {
    local float tile[SIDE];
    int i = get_global_id(0), group = get_group_id(0), lane = get_local_id(0);
    int x = i % width, y = i / width;
    float sum = in[clamp(i - 3, 0, n - 1)];
    if ((uint)(x - 1) < (uint)(width - 2))
        sum += in[y * width + x - 1] + in[y * width + x + 1];
    if (group % 3 == 1)
        sum += in[(i >> 4) ^ (lane & 7)];
    for (int k = 0; k < 4 + (group & 1); k++)
        sum += in[max(i - k * width, k)];
    for (int k = group; k < n / 64; k += 7)
        sum += in[k * 64 + lane];
    if (lane < SIDE)
        tile[lane] = group;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += in[(int)tile[lane % SIDE] * 32];
    sum += in[known[i & 31] * 4];
    sum += in[known[group] * 4];
    sum += in[(uint)i * 2654435761u >> 20];
    if (i < n - 5)
        out[i] = sum;
}
