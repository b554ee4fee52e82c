// Sum of two matrices. SWAPPED: neighbouring work-items take neighbouring rows instead of columns.
__kernel void matrix_add(__global const float *a, __global const float *b, __global float *c, int m,
                         int n) {
#if SWAPPED
    const int i = get_global_id(0), j = get_global_id(1);
#else
    const int i = get_global_id(1), j = get_global_id(0);
#endif
    if (i < n && j < m)
        c[i * m + j] = a[i * m + j] + b[i * m + j];
}
