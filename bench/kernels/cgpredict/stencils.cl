/* Stencils on n x n and n x n x n grids, a point per work-item. */
#define COLUMN ((int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0))
#define ROW ((int)get_group_id(1) * (int)get_local_size(1) + (int)get_local_id(1))

/* Nine points of fixed weights. */
kernel void convolution(int n, global float *a, global float *b) {
    int j = COLUMN, i = ROW;
    if (i < n - 1 && j < n - 1 && i > 0 && j > 0)
        b[i * n + j] = 0.2f * a[(i - 1) * n + (j - 1)] + 0.5f * a[(i - 1) * n + j] +
                       -0.8f * a[(i - 1) * n + (j + 1)] + -0.3f * a[i * n + (j - 1)] +
                       0.6f * a[i * n + j] + -0.9f * a[i * n + (j + 1)] +
                       0.4f * a[(i + 1) * n + (j - 1)] + 0.7f * a[(i + 1) * n + j] +
                       0.1f * a[(i + 1) * n + (j + 1)];
}

/* Plane i of three dimensions: fifteen terms, of eleven points. */
kernel void convolution3(int n, global float *a, global float *b, int i) {
    int k = COLUMN, j = ROW, plane = n * n;
    if (i < n - 1 && j < n - 1 && k < n - 1 && i > 0 && j > 0 && k > 0) {
        global float *below = a + (i - 1) * plane, *here = a + i * plane, *above = a + (i + 1) * plane;
        int back = (j - 1) * n, at = j * n, front = (j + 1) * n;
        b[i * plane + at + k] =
            2 * below[back + k - 1] + 4 * above[back + k - 1] + 5 * below[back + k - 1] +
            7 * above[back + k - 1] + -8 * below[back + k - 1] + 10 * above[back + k - 1] +
            -3 * here[back + k] + 6 * here[at + k] + -9 * here[front + k] +
            2 * below[back + k + 1] + 4 * above[back + k + 1] + 5 * below[at + k + 1] +
            7 * above[at + k + 1] + -8 * below[front + k + 1] + 10 * above[front + k + 1];
    }
}

/* The three sweeps of one time step of a two-dimensional field. */
kernel void electric_y(int n, global float *driver, global float *ey, global float *hz, int t) {
    int j = COLUMN, i = ROW;
    if (i < n && j < n) {
        if (i == 0)
            ey[i * n + j] = driver[t];
        else
            ey[i * n + j] = ey[i * n + j] - 0.5f * (hz[i * n + j] - hz[(i - 1) * n + j]);
    }
}

kernel void electric_x(int n, global float *ex, global float *hz) {
    int j = COLUMN, i = ROW;
    if (i < n && j < n && j > 0)
        ex[i * n + j] = ex[i * n + j] - 0.5f * (hz[i * n + j] - hz[i * n + (j - 1)]);
}

kernel void magnetic_z(int n, global float *ex, global float *ey, global float *hz) {
    int j = COLUMN, i = ROW;
    if (i < n - 1 && j < n - 1)
        hz[i * n + j] = hz[i * n + j] - 0.7f * (ex[i * n + (j + 1)] - ex[i * n + j] +
                                                ey[(i + 1) * n + j] - ey[i * n + j]);
}
