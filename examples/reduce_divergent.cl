/* Sum of a vector: one partial sum per work-group, by a tree in local memory.
 * Interleaved addressing: in every round the working items are spread over all warps,
 * which are mostly idle inside the branch, and the remainder is slow besides
 * (clperf-divergence). reduce_sequential.cl computes the same without it. */
#define GROUP 256

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce_divergent(__global const float *restrict in, __global float *restrict partial)
{
    __local float sums[GROUP];
    uint lid = get_local_id(0);

    sums[lid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 1; s < GROUP; s *= 2) {
        if (lid % (2 * s) == 0)
            sums[lid] += sums[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        partial[get_group_id(0)] = sums[0];
}
