// LU decomposition in blocks of SIZE x SIZE, in global memory only. `perimeter`: the row and the
// column of blocks beside the diagonal block at `offset`; `internal`: all blocks below and right.
#define SIZE 16

__kernel void perimeter(__global float *m, int n, int offset) {
    const int diagonal = offset * n + offset, block = (get_group_id(0) + 1) * SIZE;
    if (get_local_id(0) < SIZE) {
        const int t = get_local_id(0);
        for (int i = 1; i < SIZE; i++)
            for (int j = 0; j < i; j++)
                m[diagonal + i * n + block + t] -=
                    m[diagonal + i * n + j] * m[diagonal + j * n + block + t];
    } else {
        const int t = get_local_id(0) - SIZE, column = (offset + block) * n + offset;
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < i; j++)
                m[column + t * n + i] -= m[column + t * n + j] * m[diagonal + j * n + i];
            m[column + t * n + i] /= m[diagonal + i * n + i];
        }
    }
}

__kernel void internal(__global float *m, int n, int offset) {
    const int row = offset + (get_group_id(1) + 1) * SIZE + get_local_id(1);
    const int column = offset + (get_group_id(0) + 1) * SIZE + get_local_id(0);
    float sum = 0;
    for (int i = 0; i < SIZE; i++)
        sum += m[row * n + offset + i] * m[(offset + i) * n + column];
    m[row * n + column] -= sum;
}
