// Products of matrices of 32-bit integers, every size known at run time only: without tiles, with square
// tiles in local memory, and with two tiles of the second matrix at a time.
__kernel void plain(__global const uint *a, __global const uint *b, __global uint *c, int rows_a,
                    int columns_a, int rows_b, int columns_b) {
    const int row = get_global_id(1), column = get_global_id(0);
    if (row >= rows_a || column >= columns_b)
        return;
    uint sum = 0;
    for (int k = 0; k < columns_a; k++)
        sum += a[row * columns_a + k] * b[k * columns_b + column];
    c[row * columns_b + column] = sum;
}

__kernel void tiled(__global const uint *a, __global const uint *b, __global uint *c, int rows_a,
                    int columns_a, int rows_b, int columns_b, __local uint *tiles) {
    const int tile = get_local_size(0), tx = get_local_id(0), ty = get_local_id(1);
    __local uint *tile_a = tiles, *tile_b = tiles + tile * tile;
    const int row = get_group_id(1) * tile + ty, column = get_group_id(0) * tile + tx;
    uint sum = 0;
    for (int phase = 0; phase < (columns_a + tile - 1) / tile; phase++) {
        const int k0 = phase * tile;
        tile_a[ty * tile + tx] =
            row < rows_a && k0 + tx < columns_a ? a[row * columns_a + k0 + tx] : 0;
        tile_b[ty * tile + tx] =
            k0 + ty < rows_b && column < columns_b ? b[(k0 + ty) * columns_b + column] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < tile; k++)
            sum += tile_a[ty * tile + k] * tile_b[k * tile + tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < rows_a && column < columns_b)
        c[row * columns_b + column] = sum;
}

__kernel void tiled_twice(__global const uint *a, __global const uint *b, __global uint *c,
                          int rows_a, int columns_a, int rows_b, int columns_b,
                          __local uint *tiles) {
    const int tile = get_local_size(0), tx = get_local_id(0), ty = get_local_id(1);
    __local uint *tile_a = tiles, *tile_b = tiles + tile * tile;
    const int row = get_group_id(1) * tile + ty, column = get_group_id(0) * tile * 2 + tx;
    uint sum = 0, sum2 = 0;
    for (int phase = 0; phase < (columns_a + tile - 1) / tile; phase++) {
        const int k0 = phase * tile;
        tile_a[ty * tile + tx] =
            row < rows_a && k0 + tx < columns_a ? a[row * columns_a + k0 + tx] : 0;
        tile_b[ty * tile + tx] =
            k0 + ty < rows_b && column < columns_b ? b[(k0 + ty) * columns_b + column] : 0;
        tile_b[ty * tile + tile + tx] = k0 + ty < rows_b && tile + column < columns_b
                                            ? b[(k0 + ty) * columns_b + tile + column]
                                            : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < tile; k++) {
            sum += tile_a[ty * tile + k] * tile_b[k * tile + tx];
            sum2 += tile_a[ty * tile + k] * tile_b[k * tile + tile + tx];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < rows_a && column < columns_b)
        c[row * columns_b + column] = sum;
    if (row < rows_a && tile + column < columns_b)
        c[row * columns_b + tile + column] = sum2;
}
