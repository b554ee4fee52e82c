/* p = m * nd, square matrices of `width`, one element per work-item, groups of TILE x TILE. With
 * ROWS_ACROSS neighbouring work-items are in different rows, so that they touch different lines. */
kernel void matmul(global float *p, global float *m, global float *n, int width) {
    float sum = 0.0f;
    int across = (int)get_group_id(0) * TILE + (int)get_local_id(0);
    int down = (int)get_group_id(1) * TILE + (int)get_local_id(1);
    int row = ROWS_ACROSS ? across : down, column = ROWS_ACROSS ? down : across;
    for (int k = 0; k < width; ++k)
        sum += m[row * width + k] * n[k * width + column];
    p[row * width + column] = sum;
}
