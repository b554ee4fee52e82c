/* Atomic functions on global and local memory. */

__kernel void counters(__global int *count, __global const int *index) {
    int gid = get_global_id(0);
    atomic_inc(count);
    atomic_add(&count[gid % 16], 2);
    atomic_max(&count[index[gid]], gid);
    if (gid & 1)
        atomic_dec(&count[gid]);
    atomic_or(&count[gid / 2], 1);
}

__kernel void local_counters(__global int *count, __local int *bins) {
    int gid = get_global_id(0), lid = get_local_id(0);
    bins[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&bins[lid % 4]);
    atomic_add(&bins[lid * 2 % 64], 1);
    atomic_xchg(&bins[0], lid);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&count[lid], bins[lid]);
    atomic_cmpxchg(&count[gid], 0, 1);
}

/* Each word has atomics of its own kind. */
__kernel void kinds_apart(__global int *out, __local int *found) {
    int gid = get_global_id(0), lid = get_local_id(0);
    if (lid < 4)
        found[lid] = lid == 1 ? 9999 : lid == 3 ? -1 : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_max(&found[0], gid * 37 % 101);
    atomic_min(&found[1], gid * 37 % 101 + 5);
    atomic_or(&found[2], 1 << gid % 13);
    atomic_and(&found[3], ~(1 << lid % 7));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (found[0] > 95)
        out[gid * 2] = found[1];
    for (int i = found[1]; i < 20; i++)
        if (found[2] >> i % 16 & 1)
            out[(i * 64 + lid) & 1023] = found[3];
}
