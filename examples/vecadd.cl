/* Sum of two vectors, one element per work-item.
 * Every access is coalesced and the kernel is bound by DRAM: nothing to report. */
__kernel void vecadd(__global const float *restrict a, __global const float *restrict b,
                     __global float *restrict sum, int n)
{
    int i = get_global_id(0);

    if (i < n)
        sum[i] = a[i] + b[i];
}
