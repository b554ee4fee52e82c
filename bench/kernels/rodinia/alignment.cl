/* Needleman-Wunsch alignment in blocks of B x B cells of local memory: one anti-diagonal of blocks per
 * launch, one of cells at a time. The first kernel takes those up to the longest one, from the left
 * edge; the second those after it, to the right one. */
static void align_block(global const int *reference, global int *score, int columns, int penalty,
                        int bx, int by, local int (*cells)[B + 1], local int (*match)[B]) {
    int t = get_local_id(0), first = columns * B * by + B * bx;
    for (int y = 0; y < B; y++)
        match[y][t] = reference[first + columns * (y + 1) + t + 1];
    cells[t + 1][0] = score[first + columns * (t + 1)];
    cells[0][t + 1] = score[first + t + 1];
    if (t == 0)
        cells[0][0] = score[first];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 0; d < 2 * B - 1; d++) {
        int x = d < B ? t + 1 : t + d - B + 2, y = d < B ? d - t + 1 : B - t;
        if (t <= (d < B ? d : 2 * B - 2 - d))
            cells[y][x] = max(max(cells[y - 1][x - 1] + match[y - 1][x - 1],
                                  cells[y][x - 1] - penalty),
                              cells[y - 1][x] - penalty);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int y = 0; y < B; y++)
        score[first + columns * (y + 1) + t + 1] = cells[y + 1][t + 1];
}

kernel void growing(global const int *reference, global int *score, int columns, int penalty,
                    int diagonal) {
    local int cells[B + 1][B + 1], match[B][B];
    int bx = get_group_id(0);
    align_block(reference, score, columns, penalty, bx, diagonal - 1 - bx, cells, match);
}

kernel void shrinking(global const int *reference, global int *score, int columns, int penalty,
                      int diagonal, int blocks) {
    local int cells[B + 1][B + 1], match[B][B];
    int bx = get_group_id(0) + blocks - diagonal;
    align_block(reference, score, columns, penalty, bx, 2 * blocks - diagonal - 1 - bx, cells, match);
}
