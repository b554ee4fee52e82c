/* LU decomposition by blocks of B x B, in place: the block on the diagonal at `offset`, then the
 * row and the column of blocks that it decides. */

/* One group of B work-items decomposes the diagonal block. */
kernel void diagonal(global float *m, int size, int offset) {
    /* Aligned, as nvcc makes one load of neighbouring elements of a shared array. */
    local float block[B][B] __attribute__((aligned(16)));
    uint x = get_local_id(0);
    int i, j, at = offset * size + offset;
    for (i = 0; i < B; i++) {
        block[i][x] = m[at + x];
        at += size;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (i = 0; i < B - 1; i++) {
        if (x > i) {
            for (j = 0; j < i; j++)
                block[x][i] -= block[x][j] * block[j][i];
            block[x][i] /= block[i][i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x > i)
            for (j = 0; j < i + 1; j++)
                block[i + 1][x] -= block[i + 1][j] * block[j][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    at = (offset + 1) * size + offset;
    for (i = 1; i < B; i++) {
        m[at + x] = block[i][x];
        at += size;
    }
}

/* A group of 2 B work-items: one half solves a block right of the diagonal, the other one below. */
kernel void perimeter(global float *m, int size, int offset) {
    /* Aligned, as nvcc makes one load of neighbouring elements of a shared array. */
    local float corner[B][B] __attribute__((aligned(16))), across[B][B] __attribute__((aligned(16))), down[B][B] __attribute__((aligned(16)));
    uint x = get_local_id(0), group = get_group_id(0);
    int i, j, k, at;
    if (x < B) {
        k = x;
        at = offset * size + offset;
        for (i = 0; i < B / 2; i++) {
            corner[i][k] = m[at + k];
            at += size;
        }
        at = offset * size + offset;
        for (i = 0; i < B; i++) {
            across[i][k] = m[at + (group + 1) * B + k];
            at += size;
        }
    } else {
        k = x - B;
        at = (offset + B / 2) * size + offset;
        for (i = B / 2; i < B; i++) {
            corner[i][k] = m[at + k];
            at += size;
        }
        at = (offset + (group + 1) * B) * size + offset;
        for (i = 0; i < B; i++) {
            down[i][k] = m[at + k];
            at += size;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < B) {
        k = x;
        for (i = 1; i < B; i++)
            for (j = 0; j < i; j++)
                across[i][k] -= corner[i][j] * across[j][k];
    } else {
        k = x - B;
        for (i = 0; i < B; i++) {
            for (j = 0; j < i; j++)
                down[k][i] -= down[k][j] * corner[j][i];
            down[k][i] /= corner[i][i];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < B) {
        k = x;
        at = (offset + 1) * size + offset;
        for (i = 1; i < B; i++) {
            m[at + (group + 1) * B + k] = across[i][k];
            at += size;
        }
    } else {
        k = x - B;
        at = (offset + (group + 1) * B) * size + offset;
        for (i = 0; i < B; i++) {
            m[at + k] = down[i][k];
            at += size;
        }
    }
}

/* The blocks that are left, each less the product of the row's and the column's. */
kernel void inner(global float *m, int size, int offset) {
    /* Aligned, as nvcc makes one load of neighbouring elements of a shared array. */
    local float across[B][B] __attribute__((aligned(16))), down[B][B] __attribute__((aligned(16)));
    int x = get_local_id(0), y = get_local_id(1);
    float sum = 0;
    int row = offset + ((int)get_group_id(1) + 1) * B, column = offset + ((int)get_group_id(0) + 1) * B;
    across[y][x] = m[(offset + y) * size + column + x];
    down[y][x] = m[(row + y) * size + offset + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < B; i++)
        sum += down[y][i] * across[i][x];
    m[(row + y) * size + column + x] -= sum;
}
