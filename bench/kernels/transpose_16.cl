// Transposition through a local tile of 16x16 without padding: both sides of global memory are
// coalesced, and reading the tile's columns conflicts.
#define TILE 16

__kernel void transpose_16(__global float *to, __global const float *from, int width, int height) {
    __local float tile[TILE][TILE];
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int bx = get_group_id(0) * TILE, by = get_group_id(1) * TILE;
    tile[ty][tx] = from[bx + tx + (by + ty) * width];
    barrier(CLK_LOCAL_MEM_FENCE);
    to[by + tx + (bx + ty) * height] = tile[tx][ty];
}
