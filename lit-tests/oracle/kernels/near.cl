/* Functions of which implementations may differ in the last places: what follows is known where
 * the differences do not matter. */

__kernel void rounded(__global int *out, float scale) {
    int gid = get_global_id(0);
    float x = gid * scale;
    out[(int)(sin(x) * 100.0f + 128.3f)] = 1;
    out[(int)(exp(x * 0.5f) + 0.4f)] = 2;
    out[(int)floor(log(x + 1.3f) * 20.0f)] = 3;
    out[convert_int_rte(sqrt(pow(x, 1.5f)) * 10.0f)] = 4;
    out[(int)(atan2(x, 3.0f) * 50.0f + 60.0f)] = 5;
    out[(int)clamp(tanh(x) * 90.0f, 0.0f, 40.0f)] = 6;
    if (cos(x) > 0.3f)
        out[gid] = 7;
    out[(int)(rsqrt(x + 0.7f) * 91.3f)] = 8;
    out[(int)fabs(log10(x + 0.01f) * 31.7f)] = 9;
}

/* Normal numbers of a generator per work-item, and how often it was asked. */
__kernel void drawn(__global int *out, __global const int *seeds, int times) {
    int gid = get_global_id(0);
    uint seed = seeds[gid];
    double sum = 0;
    for (int i = 0; i < times; i++) {
        seed = 1103515245 * seed + 12345;
        double u = ((seed >> 8 & 0xffff) + 1) / 65537.0;
        seed = 1103515245 * seed + 12345;
        double v = (seed >> 8 & 0xffff) / 65536.0;
        sum += sqrt(-2 * log(u)) * cos(6.28318530717958 * v);
        if (sum > 1.25)
            out[gid] = i;
    }
    out[(int)(sum * 30) + 512] = gid;
}

/* Stops when neighbours differ little enough, on average. */
__kernel void relaxed(__global float *out, __global const int *start, float limit, int most) {
    __local float line[66], part[64], mean;
    int lid = get_local_id(0), n = 0;
    line[lid + 1] = start[lid] & 255;
    if (lid < 2)
        line[lid * 65] = 0;
    if (lid == 0)
        mean = 1e9f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (; mean > limit && n < most; n++) {
        float left = line[lid] - line[lid + 1], right = line[lid + 2] - line[lid + 1];
        float step = left * (atan(left) * 0.3183f + 0.5f) - right * (atan(right) * 0.3183f - 0.5f);
        part[lid] = fabs(step);
        barrier(CLK_LOCAL_MEM_FENCE);
        line[lid + 1] += 0.2f * step;
        for (int s = 32; s > 0; s >>= 1) {
            if (lid < s)
                part[lid] += part[lid + s];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (lid == 0)
            mean = part[0] / 64;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = n;
}

/* The same in all work-items, through a buffer and a private array. */
__kernel void same(__global float *out, __global double *room, float number) {
    int gid = get_global_id(0), k = 0;
    float kept[4];
    for (int i = 0; i < 4; i++)
        kept[i] = exp(number * i);
    for (float x = kept[get_group_id(0) & 3]; x > 0.013f; x *= 0.5f)
        out[gid * 2 + k++] = x;
    room[gid] = cbrt((double)gid + 0.5);
    out[(int)(room[gid] * 11)] = k > 3 ? log1p(number) : erf(number);
    float either = sin(number * gid) < 0.001f ? cosh(number) : sinh(number) + 2;
    if (either > 1.01f)
        out[gid + 640] = either;
}

/* Parts of floats, and the larger or smaller one in several senses. */
__kernel void magnitudes(__global float *out, float limit) {
    int gid = get_global_id(0);
    float x = gid * 0.75f - 20.0f;
    double d = gid * 1e-310;
    out[ilogb(x + 0.4f) + 8] = x;
    if (fdim(x, limit) > 3.0f)
        out[gid + 16] = 1;
    if (isnormal(x))
        out[gid + 128] = isnormal(d) ? 2 : 3;
    for (float y = maxmag(x, limit); fabs(y) > 1.0f; y *= 0.5f)
        out[gid + 256] = y;
    out[(int)fabs(minmag(x, limit)) * 4 + 512] = maxmag(limit, x);
}
