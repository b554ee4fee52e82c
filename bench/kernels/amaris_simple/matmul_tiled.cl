/* p = m * n, square matrices of `width`, by tiles of TILE x TILE in local memory. With ROWS_ACROSS
 * neighbouring work-items are in different rows, in global and in local memory. */
kernel void matmul_tiled(global float *p, global float *m, global float *n, int width) {
    /* Aligned, as nvcc makes one load of neighbouring elements of a shared array. */
    local float m_tile[TILE][TILE] __attribute__((aligned(16))), n_tile[TILE][TILE] __attribute__((aligned(16)));
    int across = get_local_id(0), down = get_local_id(1);
    int i = ROWS_ACROSS ? across : down, j = ROWS_ACROSS ? down : across;
    int row = (int)get_group_id(ROWS_ACROSS ? 0 : 1) * TILE + i;
    int column = (int)get_group_id(ROWS_ACROSS ? 1 : 0) * TILE + j;
    float sum = 0;
    for (int t = 0; t < width / TILE; ++t) {
        m_tile[i][j] = m[row * width + (t * TILE + j)];
        n_tile[i][j] = n[column + (t * TILE + i) * width];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; ++k)
            sum += m_tile[i][k] * n_tile[k][j];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    p[row * width + column] = sum;
}
