// Matrix product through local memory with square tiles: C = A * B, A is width_a wide and B width_b.
// All sizes are multiples of the tile. nvcc unrolls the product of two tiles.
__kernel void matmul_square_tiles(__global float *c, __global const float *a,
                                  __global const float *b, int width_a, int width_b) {
    /* Aligned, as nvcc makes one load of neighbouring elements of a shared array. */
    __local float tile_a[TILE][TILE] __attribute__((aligned(16)));
    __local float tile_b[TILE][TILE] __attribute__((aligned(16)));
    const int bx = get_group_id(0), by = get_group_id(1);
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int first = width_a * TILE * by, last = first + width_a - 1;
    float sum = 0;
    for (int at = first, bt = TILE * bx; at <= last; at += TILE, bt += TILE * width_b) {
        tile_a[ty][tx] = a[at + width_a * ty + tx];
        tile_b[ty][tx] = b[bt + width_b * ty + tx];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int k = 0; k < TILE; k++)
            sum += tile_a[ty][k] * tile_b[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[width_b * TILE * by + TILE * bx + width_b * ty + tx] = sum;
}
