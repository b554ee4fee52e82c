/* Sums and scans of numbers by few groups, which walk through the data: each adds up or scans a part of it. */
kernel void sum_two_at_a_time(global const NUMBER *in, global NUMBER *sums, uint n, local NUMBER *scratch) {
    uint t = get_local_id(0), size = get_local_size(0);
    scratch[t] = 0;
    for (uint i = get_group_id(0) * size * 2 + t; i < n; i += size * 2 * get_num_groups(0))
        scratch[t] += in[i] + in[i + size];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint width = size / 2; width > 0; width >>= 1) {
        if (t < width)
            scratch[t] += scratch[t + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        sums[get_group_id(0)] = scratch[0];
}

kernel void sum_of_part(global const NUMBER *in, global NUMBER *sums, int n, local NUMBER *scratch) {
    int part = n / 4 / get_num_groups(0) * 4, first = get_group_id(0) * part;
    int last = get_group_id(0) == get_num_groups(0) - 1 ? n : first + part, t = get_local_id(0);
    NUMBER sum = 0;
    for (int i = first + t; i < last; i += get_local_size(0))
        sum += in[i];
    scratch[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint width = get_local_size(0) / 2; width > 0; width >>= 1) {
        if (t < width)
            scratch[t] += scratch[t + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        sums[get_group_id(0)] = scratch[0];
}

/* The sum of what the work-items before this one have, in log steps over twice the space. */
static NUMBER sum_before(NUMBER mine, local NUMBER *scratch) {
    int at = get_local_id(0);
    scratch[at] = 0;
    at += get_local_size(0);
    scratch[at] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < get_local_size(0); d *= 2) {
        NUMBER other = scratch[at - d];
        barrier(CLK_LOCAL_MEM_FENCE);
        scratch[at] += other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return scratch[at - 1];
}

kernel void scan_of_sums(global NUMBER *sums, int n, local NUMBER *scratch) {
    int t = get_local_id(0);
    NUMBER before = sum_before(t < n ? sums[t] : 0, scratch);
    if (t < n)
        sums[t] = before;
}

kernel void scan_of_part(global const NUMBER *in, global const NUMBER *sums, global NUMBER *out, int n, local NUMBER *scratch) {
    local NUMBER carried;
    carried = 0;
    global const NUMBERS *in4 = (global const NUMBERS *)in;
    global NUMBERS *out4 = (global NUMBERS *)out;
    int n4 = n / 4, part = n4 / get_num_groups(0), first = get_group_id(0) * part;
    int last = get_group_id(0) == get_num_groups(0) - 1 ? n4 : first + part, i = first + get_local_id(0);
    NUMBER seed = sums[get_group_id(0)];
    for (int window = first; window < last; window += get_local_size(0), i += get_local_size(0)) {
        NUMBERS x = 0;
        if (i < last)
            x = in4[i];
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        x += sum_before(x.w, scratch) + seed;
        if (i < last)
            out4[i] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == get_local_size(0) - 1)
            carried = x.w;
        barrier(CLK_LOCAL_MEM_FENCE);
        seed = carried;
    }
}
