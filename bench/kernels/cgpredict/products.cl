/* Dense products of n x n matrices, an element of the result per work-item, which it updates in
 * memory in every step. */
#define ROW ((int)get_group_id(1) * (int)get_local_size(1) + (int)get_local_id(1))
#define COLUMN ((int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0))

/* c = beta c + alpha a b */
kernel void gemm(int n, float alpha, float beta, global float *a, global float *b,
                 global float *c) {
    int j = COLUMN, i = ROW;
    if (i < n && j < n) {
        c[i * n + j] *= beta;
        for (int k = 0; k < n; k++)
            c[i * n + j] += alpha * a[i * n + k] * b[k * n + j];
    }
}

/* c = alpha a b */
kernel void scaled_product(int n, float alpha, global float *a, global float *b, global float *c) {
    int j = COLUMN, i = ROW;
    if (i < n && j < n) {
        c[i * n + j] = 0;
        for (int k = 0; k < n; k++)
            c[i * n + j] += alpha * a[i * n + k] * b[k * n + j];
    }
}

/* c = a b */
kernel void product(int n, global float *a, global float *b, global float *c) {
    int j = COLUMN, i = ROW;
    if (i < n && j < n) {
        c[i * n + j] = 0;
        for (int k = 0; k < n; k++)
            c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

/* c = beta c + alpha a a' */
kernel void syrk(int n, float alpha, float beta, global float *a, global float *c) {
    int j = COLUMN, i = ROW;
    if (i < n && j < n) {
        c[i * n + j] *= beta;
        for (int k = 0; k < n; k++)
            c[i * n + j] += alpha * a[i * n + k] * a[j * n + k];
    }
}

/* The same with a' at hand. */
kernel void syrk_transposed(int n, float alpha, float beta, global float *a, global float *at,
                            global float *c) {
    int j = COLUMN, i = ROW;
    if (i < n && j < n) {
        c[i * n + j] *= beta;
        for (int k = 0; k < n; k++)
            c[i * n + j] += alpha * a[i * n + k] * at[k * n + j];
    }
}

/* c = beta c + alpha (a b' + b a') */
kernel void syr2k(int n, float alpha, float beta, global float *a, global float *b,
                  global float *c) {
    int j = COLUMN, i = ROW;
    if (i < n && j < n) {
        c[i * n + j] *= beta;
        for (int k = 0; k < n; k++)
            c[i * n + j] += alpha * a[i * n + k] * b[j * n + k] + alpha * b[i * n + k] * a[j * n + k];
    }
}
