/* Second differences of a grid of doubles in three dimensions. */
#include <hip/hip_runtime.h>

/* One point of each work-item. */
extern "C" __global__ void one_point(double *f, const double *u, int nx, int ny, int nz, double wx, double wy, double wz, double w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z * blockDim.z + threadIdx.z, plane = nx * ny;
    if (i == 0 || i >= nx - 1 || j == 0 || j >= ny - 1 || k == 0 || k >= nz - 1)
        return;
    size_t at = i + nx * j + plane * k;
    f[at] = w * u[at] + wx * (u[at - 1] + u[at + 1]) + wy * (u[at - nx] + u[at + nx]) + wz * (u[at - plane] + u[at + plane]);
}

#ifdef PASSING
#define STORE(value, place) __builtin_nontemporal_store(value, place)
#else
#define STORE(value, place) (*(place) = (value))
#endif

#ifdef POINTS
/* POINTS points in a row of y: planes are loaded in ascending order, and the middle one is shared by neighbours. */
extern "C" __global__ void
#ifdef BOUNDED
__launch_bounds__(BOUNDED)
#endif
in_order(double *f, const double *u, int nx, int ny, int nz, double wx, double wy, double wz, double w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = POINTS * (blockIdx.y * blockDim.y + threadIdx.y);
    int k = blockIdx.z * blockDim.z + threadIdx.z, plane = nx * ny;
    if (i == 0 || i >= nx - 1 || k == 0 || k >= nz - 1)
        return;
    size_t at = i + nx * j + plane * k;
    double sum[POINTS] = {0};
    for (int p = 0; p < POINTS; p++)
        sum[p] += wz * u[at - plane + p * nx];
    sum[0] += j > 0 ? wy * u[at - nx] : 0;
    for (int p = 0; p < POINTS; p++) {
        sum[p] += wx * u[at - 1 + p * nx];
        double middle = u[at + p * nx];
        sum[p] += w * middle;
        sum[p] += wx * u[at + 1 + p * nx];
        if (p > 0)
            sum[p - 1] += wy * middle;
        if (p < POINTS - 1)
            sum[p + 1] += wy * middle;
    }
    sum[POINTS - 1] += j < ny - POINTS ? wy * u[at + POINTS * nx] : 0;
    for (int p = 0; p < POINTS; p++)
        sum[p] += wz * u[at + plane + p * nx];
    for (int p = 0; p < POINTS; p++)
        if (j + p > 0 && j + p < ny - 1)
            STORE(sum[p], &f[at + p * nx]);
}
#endif
