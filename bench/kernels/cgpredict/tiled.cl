/* The products by tiles of T x T in local memory, which the launch provides: nothing is known of its
 * alignment, so that every load is of one number. */
#define X ((int)get_local_id(0))
#define Y ((int)get_local_id(1))
#define COLUMN ((int)get_group_id(0) * T + X)
#define ROW ((int)get_group_id(1) * T + Y)

/* c = alpha a b */
kernel void product(int n, float alpha, global float *a, global float *b, global float *c,
                    local float (*as)[T], local float (*bs)[T]) {
    float sum = 0;
    for (int t = 0; t < n / T; t++) {
        as[Y][X] = a[ROW * n + t * T + X];
        bs[Y][X] = b[(t * T + Y) * n + COLUMN];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < T; k++)
            sum += alpha * as[Y][k] * bs[k][X];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[ROW * n + COLUMN] = sum;
}

/* c = beta c + alpha a b */
kernel void gemm(int n, float alpha, float beta, global float *a, global float *b,
                 global float *c, local float (*as)[T], local float (*bs)[T]) {
    float sum = beta * c[ROW * n + COLUMN];
    for (int t = 0; t < n / T; t++) {
        as[Y][X] = a[ROW * n + t * T + X];
        bs[Y][X] = b[(t * T + Y) * n + COLUMN];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < T; k++)
            sum += alpha * as[Y][k] * bs[k][X];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[ROW * n + COLUMN] = sum;
}

/* c = beta c + alpha a a': the second tile is read across its rows, all lanes in one bank. */
kernel void syrk(int n, float alpha, float beta, global float *a, global float *c,
                 local float (*rows)[T], local float (*columns)[T]) {
    int first = (int)get_group_id(0) * T;
    float sum = beta * c[ROW * n + COLUMN];
    for (int t = 0; t < n / T; t++) {
        rows[Y][X] = a[ROW * n + t * T + X];
        columns[Y][X] = a[(first + Y) * n + t * T + X];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < T; k++)
            sum += alpha * rows[Y][k] * columns[X][k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[ROW * n + COLUMN] = sum;
}

/* c = beta c + alpha (a b' + b a') */
kernel void syr2k(int n, float alpha, float beta, global float *a, global float *b,
                  global float *c, local float (*a_rows)[T], local float (*b_rows)[T],
                  local float (*a_columns)[T], local float (*b_columns)[T]) {
    int first = (int)get_group_id(0) * T;
    float sum = beta * c[ROW * n + COLUMN];
    for (int t = 0; t < n / T; t++) {
        a_rows[Y][X] = a[ROW * n + t * T + X];
        b_rows[Y][X] = b[ROW * n + t * T + X];
        a_columns[Y][X] = a[(first + Y) * n + t * T + X];
        b_columns[Y][X] = b[(first + Y) * n + t * T + X];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < T; k++)
            sum += alpha * a_rows[Y][k] * b_columns[X][k] + alpha * b_rows[Y][k] * a_columns[X][k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[ROW * n + COLUMN] = sum;
}
