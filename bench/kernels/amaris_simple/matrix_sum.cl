/* s = a + b, square matrices of n, one element per work-item. With ROWS_ACROSS neighbouring
 * work-items are in different rows. */
kernel void matrix_sum(global float *s, global float *a, global float *b, int n) {
    int x = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
    int y = (int)get_group_id(1) * (int)get_local_size(1) + (int)get_local_id(1);
    int i = ROWS_ACROSS ? x * n + y : y * n + x;
    if (i < n * n)
        s[i] = a[i] + b[i];
}
