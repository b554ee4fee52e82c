/* Shallow water on a flat bed: rates of change by central differences, and the sums of a Runge-Kutta step. */
#include <hip/hip_runtime.h>

struct Cell {
    float h, hu, hv, u, v;
};

/* Depth and both momenta of a cell, and its velocity. */
static __device__ inline Cell cell(const float *__restrict__ h, const float *__restrict__ hu, const float *__restrict__ hv, int at) {
    Cell c;
    c.h = h[at], c.hu = hu[at], c.hv = hv[at];
    float deep = fmaxf(c.h, 1e-6f);
    c.u = c.hu / deep, c.v = c.hv / deep;
    return c;
}

extern "C" __global__ void rates(const float *__restrict__ h, const float *__restrict__ hu, const float *__restrict__ hv,
                                 float *__restrict__ dh, float *__restrict__ dhu, float *__restrict__ dhv, int pitch, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i > nx || j > ny)
        return;
    int at = j * pitch + i;
    Cell here = cell(h, hu, hv, at), right = cell(h, hu, hv, at + 1), left = cell(h, hu, hv, at - 1);
    Cell above = cell(h, hu, hv, at + pitch), below = cell(h, hu, hv, at - pitch);
    float x1 = (right.hu - left.hu) * .5f;
    float x2 = ((right.hu * right.u + .5f * 9.81f * right.h * right.h) - (left.hu * left.u + .5f * 9.81f * left.h * left.h)) * .5f;
    float x3 = (right.hu * right.v - left.hu * left.v) * .5f;
    float y1 = (above.hv - below.hv) * .5f;
    float y2 = (above.hu * above.v - below.hu * below.v) * .5f;
    float y3 = ((above.hv * above.v + .5f * 9.81f * above.h * above.h) - (below.hv * below.v + .5f * 9.81f * below.h * below.h)) * .5f;
    float speed = sqrtf(9.81f * fmaxf(here.h, 1e-6f)) + fabsf(here.u) + fabsf(here.v), nu = .02f * speed;
    float bend_h = (right.h - 2.f * here.h + left.h) + (above.h - 2.f * here.h + below.h);
    float bend_hu = (right.hu - 2.f * here.hu + left.hu) + (above.hu - 2.f * here.hu + below.hu);
    float bend_hv = (right.hv - 2.f * here.hv + left.hv) + (above.hv - 2.f * here.hv + below.hv);
    dh[at] = -(x1 + y1) + nu * bend_h;
    dhu[at] = -(x2 + y2) + nu * bend_hu;
    dhv[at] = -(x3 + y3) + nu * bend_hv;
}

/* The neighbours along x by one load of four floats, whose last one nobody uses; one division for each cell. */
extern "C" __global__ void __launch_bounds__(256, 1)
rates_wide(const float *__restrict__ h, const float *__restrict__ hu, const float *__restrict__ hv, float *__restrict__ dh,
           float *__restrict__ dhu, float *__restrict__ dhv, int pitch, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i > nx || j > ny)
        return;
    int at = j * pitch + i;
    const float4 rh = *reinterpret_cast<const float4 *>(&h[at - 1]), rhu = *reinterpret_cast<const float4 *>(&hu[at - 1]);
    const float4 rhv = *reinterpret_cast<const float4 *>(&hv[at - 1]);
    float h_down = h[at - pitch], h_up = h[at + pitch], hu_down = hu[at - pitch], hu_up = hu[at + pitch];
    float hv_down = hv[at - pitch], hv_up = hv[at + pitch];
    float r = 1.f / fmaxf(rh.y, 1e-6f), rr = 1.f / fmaxf(rh.z, 1e-6f), rl = 1.f / fmaxf(rh.x, 1e-6f);
    float ru = 1.f / fmaxf(h_up, 1e-6f), rd = 1.f / fmaxf(h_down, 1e-6f);
    float u = rhu.y * r, v = rhv.y * r;
    float x1 = (rhu.z - rhu.x) * .5f;
    float x2 = (fmaf(.5f * 9.81f, rh.z * rh.z, rhu.z * (rhu.z * rr)) - fmaf(.5f * 9.81f, rh.x * rh.x, rhu.x * (rhu.x * rl))) * .5f;
    float x3 = (rhu.z * (rhv.z * rr) - rhu.x * (rhv.x * rl)) * .5f;
    float y1 = (hv_up - hv_down) * .5f;
    float y2 = (hu_up * (hv_up * ru) - hu_down * (hv_down * rd)) * .5f;
    float y3 = (fmaf(.5f * 9.81f, h_up * h_up, hv_up * (hv_up * ru)) - fmaf(.5f * 9.81f, h_down * h_down, hv_down * (hv_down * rd))) * .5f;
    float nu = .02f * (sqrtf(9.81f * fmaxf(rh.y, 1e-6f)) + fabsf(u) + fabsf(v));
    dh[at] = -(x1 + y1) + nu * ((rh.z - 2.f * rh.y + rh.x) + (h_up - 2.f * rh.y + h_down));
    dhu[at] = -(x2 + y2) + nu * ((rhu.z - 2.f * rhu.y + rhu.x) + (hu_up - 2.f * rhu.y + hu_down));
    dhv[at] = -(x3 + y3) + nu * ((rhv.z - 2.f * rhv.y + rhv.x) + (hv_up - 2.f * rhv.y + hv_down));
}

extern "C" __global__ void stage(float *__restrict__ th, float *__restrict__ thu, float *__restrict__ thv, const float *__restrict__ h,
                                 const float *__restrict__ hu, const float *__restrict__ hv, const float *__restrict__ kh,
                                 const float *__restrict__ khu, const float *__restrict__ khv, float a, int pitch, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i > nx || j > ny)
        return;
    int at = j * pitch + i;
    th[at] = h[at] + a * kh[at];
    thu[at] = hu[at] + a * khu[at];
    thv[at] = hv[at] + a * khv[at];
}

extern "C" __global__ void last(float *__restrict__ h, float *__restrict__ hu, float *__restrict__ hv, const float *__restrict__ k1h,
                                const float *__restrict__ k1u, const float *__restrict__ k1v, const float *__restrict__ k2h,
                                const float *__restrict__ k2u, const float *__restrict__ k2v, const float *__restrict__ k3h,
                                const float *__restrict__ k3u, const float *__restrict__ k3v, const float *__restrict__ k4h,
                                const float *__restrict__ k4u, const float *__restrict__ k4v, float dt, int pitch, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i > nx || j > ny)
        return;
    int at = j * pitch + i;
    h[at] += (k1h[at] + 2.f * k2h[at] + 2.f * k3h[at] + k4h[at]) * (dt / 6.f);
    hu[at] += (k1u[at] + 2.f * k2u[at] + 2.f * k3u[at] + k4u[at]) * (dt / 6.f);
    hv[at] += (k1v[at] + 2.f * k2v[at] + 2.f * k3v[at] + k4v[at]) * (dt / 6.f);
}

/* Cells outside of the edges mirror those inside. */
extern "C" __global__ void edges(float *__restrict__ h, float *__restrict__ hu, float *__restrict__ hv, int pitch, int nx, int ny) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < ny) {
        int row = (t + 1) * pitch;
        h[row] = h[row + 1], hu[row] = -hu[row + 1], hv[row] = hv[row + 1];
        h[row + nx + 1] = h[row + nx], hu[row + nx + 1] = -hu[row + nx], hv[row + nx + 1] = hv[row + nx];
    }
    if (t < nx) {
        int low = t + 1, high = (ny + 1) * pitch + t + 1;
        h[low] = h[low + pitch], hu[low] = hu[low + pitch], hv[low] = -hv[low + pitch];
        h[high] = h[high - pitch], hu[high] = hu[high - pitch], hv[high] = -hv[high - pitch];
    }
}
