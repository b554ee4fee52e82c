// Needleman-Wunsch alignment: one anti-diagonal of blocks per launch, a block per work-group, and
// within the block one anti-diagonal of cells at a time, in global memory.
#define SIZE 16

static void cell(__global const int *reference, __global int *score, int at, int columns,
                 int penalty) {
    score[at] = max(max(score[at - columns - 1] + reference[at], score[at - 1] - penalty),
                    score[at - columns] - penalty);
}

__kernel void upper_left(__global const int *reference, __global int *score, int columns,
                         int penalty, int diagonal) {
    const int t = get_local_id(0), bx = get_group_id(0), by = diagonal - 1 - bx;
    const int corner = columns * SIZE * by + SIZE * bx + t + columns + 1;
    for (int m = 0; m < SIZE; m++) {
        if (t <= m)
            cell(reference, score, corner + (m - t) * columns, columns, penalty);
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
    for (int m = SIZE - 2; m >= 0; m--) {
        if (t <= m)
            cell(reference, score, corner + (m - t) * columns + (columns + 1) * (SIZE - 1 - m),
                 columns, penalty);
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
