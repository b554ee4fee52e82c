/* Launches that the work-group size does not divide: the last work-groups are smaller. The
 * sizes are such that the group in the middle, which is traced, is one of these. */

__kernel void uneven_ids(__global int *out) {
    int x = get_global_id(0), y = get_global_id(1);
    int w = get_local_size(0), h = get_local_size(1);
    out[y * get_global_size(0) + x] = 1;
    out[get_local_id(1) * w + get_local_id(0)] = 2;
    out[w + 32 * h] = get_num_groups(0);
    out[get_group_id(0) + get_num_groups(0) * get_group_id(1) + get_local_size(2)] = 3;
    if (get_local_id(0) < w / 2)
        out[x] = 4;
    for (int i = 0; i < w + h; i++)
        out[i] = x;
    if (x >= get_global_size(0) - 2 && y > get_global_offset(1))
        out[y] = 5;
}

__kernel void uneven_offset(__global int *out) {
    int x = get_global_id(0) - get_global_offset(0);
    out[x] = get_work_dim();
    out[get_global_id(0)] = get_local_size(0);
    if (get_local_size(0) < 48)
        out[get_local_id(0) * 2] = 1;
}

__kernel void uneven_tile(__global int *out) {
    __local int tile[64];
    int lid = get_local_id(1) * get_local_size(0) + get_local_id(0);
    int items = get_local_size(0) * get_local_size(1);
    tile[lid] = lid * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = tile[items - 1 - lid];
    out[other] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 32; s > 0; s >>= 1) {
        if (lid < s && lid + s < items)
            tile[lid] += tile[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[tile[0] & 1023] = 2;
}

__kernel void ragged(__global int *out, int n) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int l = get_local_id(0) +
            get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)),
        s = get_local_size(0) * get_local_size(1) * get_local_size(2);
    int own[4] = {x, y, z, l}, *p = own + (x & 1);
    out[x + y * 100] = l;
    for (; p < own + 4; p += 2)
        out[(*p * 8 + x) & 4095] = 4;
    if (l < s / 2)
        out[x + y * 128] = 1;
    for (int i = get_local_size(0) - get_local_id(0); i > 0; i -= n)
        out[(i * 64 + x) & 8191] = z;
    out[get_local_size(0) * get_group_id(0) + get_local_id(0)] = 3;
}
