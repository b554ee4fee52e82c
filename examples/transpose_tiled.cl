/* Transpose of a matrix through tiles of 32x32 in local memory, 32x8 work-items each.
 * Loads and stores are coalesced now, but the tile is read by columns, which all lie
 * in one bank: a 32-way conflict (clperf-bank-conflict). */
#define TILE 32
#define ROWS 8

__kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1)))
void transpose_tiled(__global const float *restrict in, __global float *restrict out, int width,
                     int height)
{
    __local float tile[TILE][TILE];
    int lx = get_local_id(0);
    int ly = get_local_id(1);
    int column = get_group_id(0) * TILE;
    int row = get_group_id(1) * TILE;

    for (int i = ly; i < TILE; i += ROWS)
        tile[i][lx] = in[(row + i) * width + column + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = ly; i < TILE; i += ROWS)
        out[(column + i) * height + row + lx] = tile[lx][i];
}
