/* sums[group] = the group's part of the dot product of a and b; the groups walk the vectors together
 * and add up their work-items' sums as a tree in local memory. */
kernel void dot_product(global float *a, global float *b, global float *sums, int n) {
    local float part[TILE * TILE];
    int i = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
    int item = get_local_id(0);
    float sum = 0;
    while (i < n) {
        sum += a[i] * b[i];
        i += (int)get_local_size(0) * (int)get_num_groups(0);
    }
    part[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    int half_size = (int)((uint)get_local_size(0) / 2);
    while (half_size != 0) {
        if (item < half_size)
            part[item] += part[item + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
        half_size /= 2;
    }
    if (item == 0)
        sums[get_group_id(0)] = part[0];
}
