// clperf: launch global=8388608 local=256
__kernel void k(__global const uint *a, __global uint *b)
{
    __local uint bins[4][256];
    size_t t = get_local_id(0), i = get_global_id(0);
    for (int j = 0; j < 4; j++)
        bins[j][t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint x = a[i];
    for (int j = 0; j < 16; j++) {
        x = x * 1664525 + 1013904223;
#ifdef MENDED
        atomic_inc(&bins[t & 3][x >> 24]);
#else
        atomic_inc(&bins[0][x >> 31]);
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    b[i] = bins[0][t] + bins[1][t];
}
