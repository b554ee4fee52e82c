/* Work-item functions in all dimensions, with offsets, and warps that rows of a work-group do not
 * fill. */

__kernel void all_ids(__global int *out) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int w = get_global_size(0), h = get_global_size(1);
    out[(z * h + y) * w + x] = 1;
    out[x * 4 + get_local_id(1) * 2 + get_local_id(2)] = 2;
    out[get_group_id(0) + get_group_id(1) * get_num_groups(0) + get_group_id(2)] = 3;
    if (get_local_id(2) == 1 && get_local_id(0) < get_local_size(1))
        out[get_local_size(0) * get_local_size(2)] = get_work_dim();
}

__kernel void with_offset(__global int *out) {
    int x = get_global_id(0), y = get_global_id(1);
    out[x - get_global_offset(0) + 64 * (y - get_global_offset(1))] = 1;
    out[x] = 2;
    if (y > 5)
        out[y] = 3;
    for (int i = get_global_offset(1); i < y; i++)
        out[i] = get_work_dim();
}

__kernel void odd_groups(__global float *out) {
    int x = get_local_id(0), y = get_local_id(1);
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = 1;
    if (x < y)
        out[x * 12 + y] = 2;
    for (int i = 0; i < y; i++)
        out[i] = x;
}

__kernel void missing_dimensions(__global int *out) {
    int gid = get_global_id(0);
    out[gid + get_global_id(1) + get_local_id(2)] = get_global_size(1) * get_local_size(2);
    if (get_num_groups(1) == 1 && get_group_id(2) == 0)
        out[gid] = get_global_offset(1);
}

__kernel __attribute__((reqd_work_group_size(16, 4, 1))) void required(__global int *out) {
    int lid = get_local_id(1) * get_local_size(0) + get_local_id(0);
    for (uint s = get_local_size(0); s > 0; s >>= 1)
        if (lid < s)
            out[lid * get_local_size(1)] = s;
}
