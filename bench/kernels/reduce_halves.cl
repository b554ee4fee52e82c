// Sum of n numbers, one partial sum per work-group: in each step the lower half of the work-items
// that are left adds the upper half's numbers to its own.
__kernel void reduce_halves(__global const float *from, __global float *to, uint n,
                            __local float *data) {
    const uint t = get_local_id(0), i = get_group_id(0) * get_local_size(0) + t;
    data[t] = i < n ? from[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (t < s)
            data[t] += data[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        to[get_group_id(0)] = data[0];
}
