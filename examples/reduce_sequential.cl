/* Sum of a vector: one partial sum per work-group, by a tree in local memory.
 * Sequential addressing: the working items are the first ones, so whole warps drop
 * out and no branch costs anything until the last 32 items: nothing to report. */
#define GROUP 256

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce_sequential(__global const float *restrict in, __global float *restrict partial)
{
    __local float sums[GROUP];
    uint lid = get_local_id(0);

    sums[lid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = GROUP / 2; s > 0; s /= 2) {
        if (lid < s)
            sums[lid] += sums[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        partial[get_group_id(0)] = sums[0];
}
