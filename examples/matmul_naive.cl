/* Product of two square matrices, one element of the result per work-item.
 * Accesses are coalesced, but a work-group of 16x16 loads each of its values of a
 * and b 16 times over; compare matmul_tiled.cl, which keeps them in local memory. */
__kernel void matmul_naive(__global const float *restrict a, __global const float *restrict b,
                           __global float *restrict c, int n)
{
    int col = get_global_id(0);
    int row = get_global_id(1);
    float sum = 0.0f;

    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
