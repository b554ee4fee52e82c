#include "scale.h"

// clperf: launch global=1024x1024 local=32x8 w=1024 h=1024
__kernel void other(__global const float *in, __global float *out, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    out[x * h + y] = in[y * w + x];
}

// clperf: launch global=1024x1024 local=32x8 w=1024 h=1024
__kernel void transpose(__global const float *in, __global float *out, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    float scale = 2; /* a comment */
    float unused = 0;
    if (x >= w || y >= h)
        return;
    out[x * h + y] = in[y * w + x] * scale; // down a column
    out[x * h + y + 1] = in[y * w + x] + in[x * w + y];
}

// clperf: launch global=1024x1024 local=32x8
__kernel void tiled(__global float *data) {
    __local float tile[8192];
    tile[get_local_id(0)] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(1) * 1024 + get_global_id(0)] = SCALE * tile[get_local_id(1)];
}
