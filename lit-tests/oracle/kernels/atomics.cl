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
