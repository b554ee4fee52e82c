// The row pass of a separable convolution with a filter of 2*RADIUS+1 coefficients. A work-group
// stages RESULTS blocks of its rows and one block of halo on either side in local memory.
#define RADIUS 8
#define BLOCK_X 16
#define BLOCK_Y 4
#define RESULTS 8
#define HALO 1

extern __constant float coefficients[2 * RADIUS + 1];

__kernel void convolution_rows(__global float *to, __global const float *from, int width, int height,
                               int pitch) {
    __local float stage[BLOCK_Y][(RESULTS + 2 * HALO) * BLOCK_X];
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int x = ((int)get_group_id(0) * RESULTS - HALO) * BLOCK_X + tx;
    const int y = get_group_id(1) * BLOCK_Y + ty;
    from += y * pitch + x;
    to += y * pitch + x;
#pragma unroll
    for (int i = HALO; i < HALO + RESULTS; i++)
        stage[ty][tx + i * BLOCK_X] = from[i * BLOCK_X];
#pragma unroll
    for (int i = 0; i < HALO; i++)
        stage[ty][tx + i * BLOCK_X] = x >= -i * BLOCK_X ? from[i * BLOCK_X] : 0;
#pragma unroll
    for (int i = HALO + RESULTS; i < HALO + RESULTS + HALO; i++)
        stage[ty][tx + i * BLOCK_X] = width - x > i * BLOCK_X ? from[i * BLOCK_X] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = HALO; i < HALO + RESULTS; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -RADIUS; j <= RADIUS; j++)
            sum += coefficients[RADIUS - j] * stage[ty][tx + i * BLOCK_X + j];
        to[i * BLOCK_X] = sum;
    }
}
