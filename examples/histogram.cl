/* Histogram of bytes in 256 bins: each work-group counts in local memory and adds its
 * bins to the global ones at the end, so that atomics on global memory are few.
 * Which bins collide depends on the data; that cost is unknown at compile time. */
#define BINS 256

__kernel __attribute__((reqd_work_group_size(BINS, 1, 1)))
void histogram(__global const uint *restrict pixels, __global uint *restrict bins, uint n)
{
    __local uint count[BINS];
    uint lid = get_local_id(0);

    count[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        uint four = pixels[i];

        atomic_inc(&count[four & 0xff]);
        atomic_inc(&count[four >> 8 & 0xff]);
        atomic_inc(&count[four >> 16 & 0xff]);
        atomic_inc(&count[four >> 24]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[lid], count[lid]);
}
