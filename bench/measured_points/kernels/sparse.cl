/* A sparse matrix by a vector: rows one after another, by a work-item or by a vector of WIDTH of them, and in columns of entries. */
kernel void row_by_item(global const NUMBER *restrict values, global const NUMBER *restrict x, global const int *restrict columns,
                        global const int *restrict starts, int rows, global NUMBER *restrict y) {
    int r = get_global_id(0);
    if (r >= rows)
        return;
    NUMBER sum = 0;
    int end = starts[r + 1];
    for (int i = starts[r]; i < end; i++)
        sum += values[i] * x[columns[i]];
    y[r] = sum;
}

kernel void row_by_vector(global const NUMBER *restrict values, global const NUMBER *restrict x, global const int *restrict columns,
                          global const int *restrict starts, int rows, int width, global NUMBER *restrict y) {
    int t = get_local_id(0), lane = t & (width - 1);
    int r = get_group_id(0) * (get_local_size(0) / width) + t / width;
    local volatile NUMBER sums[128];
    sums[t] = 0;
    if (r >= rows)
        return;
    NUMBER sum = 0;
    int end = starts[r + 1];
    for (int i = starts[r] + lane; i < end; i += width)
        sum += values[i] * x[columns[i]];
    sums[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int apart = width / 2; apart > 0; apart /= 2) {
        if (lane < apart)
            sums[t] += sums[t + apart];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0)
        y[r] = sums[t];
}

kernel void entries_in_columns(global const NUMBER *restrict values, global const NUMBER *restrict x, global const int *restrict columns,
                               global const int *restrict lengths, int rows, global NUMBER *restrict y) {
    int r = get_global_id(0);
    if (r >= rows)
        return;
    NUMBER sum = 0;
    int length = lengths[r];
    for (int i = 0; i < length; i++)
        sum += values[i * rows + r] * x[columns[i * rows + r]];
    y[r] = sum;
}
