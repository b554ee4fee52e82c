// Each load waits for the one before; what the local array costs at the end is nothing beside that.
// clperf: launch global=512 local=32
__kernel void chase(__global const int *next, __global int *out) {
    __local int t[32 * 32];
    int x = get_local_id(0), at = get_global_id(0);
    for (int i = 0; i < 64; i++)
        at = next[at & 4095];
    t[x * 32] = at;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = t[(31 - x) * 32];
}
