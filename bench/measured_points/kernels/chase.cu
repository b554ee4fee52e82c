/* One work-item follows pointers through a set of data. */
#include <stdint.h>

extern "C" __global__ void chase(int64_t *from, int64_t *__restrict__ to, int64_t steps) {
    int item = threadIdx.x + blockIdx.x * blockDim.x;
    int64_t *at = from;
#pragma unroll 1
    for (int64_t n = 0; n < steps; n += 32) {
#pragma unroll
        for (int u = 0; u < 32; u++)
            at = (int64_t *)*at;
    }
    if (item > 12313)
        to[0] = (int64_t)at;
}
