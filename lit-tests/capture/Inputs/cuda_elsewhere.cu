/* Another translation unit, with a kernel of the same name that only it sees, and device code that no
 * compiler of the host reads. */
#include <cublas_v2.h>

#include "cuda_objects.cuh"

__device__ int of_the_device(int x) {
    int lane = name_that_nobody_declares(x);
    return lane;
}

static __global__ void fill(float *p, unsigned char c, long long n) {
    unsigned address = another_unknown_intrinsic(p);
    p[of_the_device(c)] = n + address;
}

extern "C" __global__ void plain(double *p, const float3 v, nv_bfloat16 half) {
    *p = v.y * (float)half;
}

void launch_elsewhere(float *p) {
    fill<<<dim3(1, 2, 3), 32>>>(p + 512, 'c', -5);
    plain<<<1, 1>>>((double *)p, make_float3(1, 2, 3), 1.5f);
}
