/* Products of an n x n matrix with vectors, a row or a column per work-item, which updates its sum
 * in memory in every step. */
#define ITEM ((int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0))

/* y += a x, rows: neighbouring work-items are a row apart. */
kernel void rows(int n, global float *a, global float *x, global float *y) {
    int i = ITEM;
    if (i < n) {
#ifdef FROM_ZERO
        y[i] = 0;
#endif
        for (int j = 0; j < n; j++)
            y[i] += a[i * n + j] * x[j];
    }
}

/* y += a' x, columns. */
kernel void columns(int n, global float *a, global float *x, global float *y) {
    int j = ITEM;
    if (j < n) {
#ifdef FROM_ZERO
        y[j] = 0;
#endif
        for (int i = 0; i < n; i++)
            y[j] += a[i * n + j] * x[i];
    }
}

/* y = alpha a x + beta b x */
kernel void gesummv(int n, float alpha, float beta, global float *a, global float *b,
                    global float *part, global float *x, global float *y) {
    int i = ITEM;
    if (i < n) {
        for (int j = 0; j < n; j++) {
            part[i] += a[i * n + j] * x[j];
            y[i] += b[i * n + j] * x[j];
        }
        y[i] = alpha * part[i] + beta * y[i];
    }
}

/* a += u v' + p q', two-dimensional. */
kernel void rank_two(int n, float alpha, float beta, global float *a, global float *v,
                     global float *q, global float *u, global float *p) {
    int j = ITEM, i = (int)get_group_id(1) * (int)get_local_size(1) + (int)get_local_id(1);
    if (i < n && j < n)
        a[i * n + j] += u[i] * v[j] + p[i] * q[j];
}
