/* Sparse matrix times vector, matrix in compressed rows, one row per work-item.
 * Rows differ in length, so the lanes of a warp leave the loop at different times
 * (clperf-divergence). Lanes also read values far apart, but from caches: no warning at
 * this size. The manifest gives the real row pointers and columns, so trip counts and
 * addresses are exact. */
__kernel void spmv(__global const uint *restrict row_start, __global const uint *restrict column,
                   __global const float *restrict value, __global const float *restrict x,
                   __global float *restrict y, uint rows)
{
    uint row = get_global_id(0);

    if (row >= rows)
        return;

    float sum = 0.0f;

    for (uint i = row_start[row]; i < row_start[row + 1]; i++)
        sum += value[i] * x[column[i]];
    y[row] = sum;
}
