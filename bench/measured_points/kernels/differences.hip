/* Differences of an order of 2 RADIUS along one axis of a grid of floats, which has RADIUS points around it. */
#include <hip/hip_runtime.h>

__constant__ float weights[2 * RADIUS + 1];

#ifndef AXIS
#define AXIS 1
#endif

/* Along AXIS, the distance of whose points is given; (x0, y0, z0) is the first point. */
extern "C" __global__ __launch_bounds__(BLOCK) void along(float *__restrict__ out, const float *__restrict__ in, int line, int plane, int x0,
                                                          int x1, int y0, int y1, int z0, int z1) {
    int i = x0 + threadIdx.x + blockIdx.x * blockDim.x, j = y0 + threadIdx.y + blockIdx.y * blockDim.y;
    int k = z0 + threadIdx.z + blockIdx.z * blockDim.z;
    if (i >= x1 || j >= y1 || k >= z1)
        return;
    size_t at = i + line * j + plane * k;
    int step = AXIS == 1 ? 1 : AXIS == 2 ? line : plane;
    in += at - RADIUS * step;
    float sum = 0;
    for (int r = 0; r <= 2 * RADIUS; r++) {
        sum += in[0] * weights[r];
        in += step;
    }
    out[at] = sum;
}

/* Along the last axis: a work-item walks through `planes` of them, and keeps what it has loaded. */
extern "C" __global__ __launch_bounds__(BLOCK) void along_window(float *out, const float *in, int line, int plane, int x0, int x1, int y0,
                                                                 int y1, int z0, int z1, int planes) {
    int i = x0 + threadIdx.x + blockIdx.x * blockDim.x, j = y0 + threadIdx.y + blockIdx.y * blockDim.y;
    if (i >= x1 || j >= y1)
        return;
    int first = z0 + blockIdx.z * planes, last = first + planes > z1 ? z1 : first + planes;
    float window[2 * RADIUS + 1];
    size_t at = i + line * j + plane * first;
    in += at - RADIUS * plane;
    out += at;
    for (int r = 0; r < 2 * RADIUS; r++) {
        window[r] = in[0];
        in += plane;
    }
    for (int k = first; k < last; k++) {
        window[2 * RADIUS] = in[0];
        float sum = 0;
        for (int r = 0; r <= 2 * RADIUS; r++)
            sum += window[r] * weights[r];
        out[0] = sum;
        for (int r = 0; r < 2 * RADIUS; r++)
            window[r] = window[r + 1];
        in += plane;
        out += plane;
    }
}

#ifdef WIDTH
typedef float numbers __attribute__((ext_vector_type(WIDTH)));

/* Along the first or the second axis, WIDTH neighbours of each work-item. Along the first, what lies around them is loaded once. */
extern "C" __global__ __launch_bounds__(BLOCK) void along_rows_of_vectors(float *__restrict__ out, const float *__restrict__ in, int line,
                                                                          int plane, int x0, int x1, int y0, int y1, int z0, int z1) {
    int i = x0 + WIDTH * (threadIdx.x + blockIdx.x * blockDim.x), j = y0 + threadIdx.y + blockIdx.y * blockDim.y;
    int k = z0 + threadIdx.z + blockIdx.z * blockDim.z;
    if (i >= x1 || j >= y1 || k >= z1)
        return;
    size_t at = i + line * j + plane * k;
    numbers sum = 0;
#if AXIS == 1
    enum { AROUND = RADIUS / WIDTH };
    union { float one[2 * RADIUS + WIDTH]; numbers some[2 * AROUND + 1]; } around;
    const numbers *from = (const numbers *)(in + at);
    for (int r = 0; r < 2 * AROUND + 1; r++)
        around.some[r] = from[r - AROUND];
    for (int r = 0; r <= 2 * RADIUS; r++)
        for (int n = 0; n < WIDTH; n++)
            sum[n] += around.one[r + n] * weights[r];
#else
    const numbers *from = (const numbers *)(in + at - RADIUS * line);
    for (int r = 0; r <= 2 * RADIUS; r++) {
        sum += from[0] * weights[r];
        from += line / WIDTH;
    }
#endif
    *(numbers *)(out + at) = sum;
}
#endif
