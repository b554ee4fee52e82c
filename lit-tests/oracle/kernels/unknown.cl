/* What depends on data that nobody gave; the rest of each kernel is known all the same. */

__kernel void unknown_data(__global const int *in, __global int *out, int n) {
    int gid = get_global_id(0);
    for (int i = 0; i < n; i++)
        out[gid * n + i] = 0;
    if (in[gid] > 7)
        out[gid] = in[gid + 1];
    for (int i = 0; i < in[gid]; i++)
        out[gid + i] += i;
    out[in[gid]] = 1;
    out[gid] = 2;
}

__kernel void overwritten(__global int *index, __global int *out) {
    int gid = get_global_id(0);
    out[index[gid]] = 1;
    index[gid] = gid;
    out[index[gid]] = 2;
}

__kernel void append(__global int *tail, __global int *out, int n) {
    int gid = get_global_id(0);
    if (gid % 5 < n) {
        int at = atomic_inc(tail);
        out[at] = gid;
    }
    atomic_min(&out[gid], 3);
}
