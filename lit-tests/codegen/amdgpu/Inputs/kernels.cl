// Kernels that use what AMD's instructions differ in: memories, rates, spills, barriers.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void copy(global float *to, global const float *from, int n) {
    int i = get_global_id(0);
    if (i < n)
        to[i] = from[i];
}

kernel void sums(global float *to, global const float *from, local float *part) {
    int i = get_local_id(0);
    part[i] = from[get_global_id(0)];
    for (int width = get_local_size(0) / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < width)
            part[i] += part[i + width];
    }
    if (i == 0)
        to[get_group_id(0)] = part[0];
}

kernel void counts(global int *bins, global const uchar *from) {
    local int mine[256];
    int i = get_local_id(0);
    mine[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&mine[from[get_global_id(0)]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[i], mine[i]);
}

kernel void rates(global float *f, global double *d, global half *h, global uint *u, global ulong *l) {
    int i = get_global_id(0);
    f[i] = native_exp(f[i]) * native_rsqrt(f[i]) + native_sin(f[i]);
    d[i] = d[i] * d[i] + (double)f[i];
    h[i] = h[i] * h[i];
    u[i] = u[i] * 77777u + (uint)f[i];
    l[i] = l[i] << u[i];
}

// A private array that is indexed.
kernel void indexed(global float *to, global const int *at) {
    float kept[48];
    int i = get_global_id(0);
    for (int k = 0; k < 48; k++)
        kept[k] = to[i + k * 64];
    barrier(CLK_GLOBAL_MEM_FENCE);
    to[i] = kept[at[i] % 48] + kept[at[i + 1] % 48];
}

// More values at a time than there are registers for 1024 work-items.
__attribute__((reqd_work_group_size(1024, 1, 1)))
kernel void spills(global float *to, int n) {
    float v[160];
    int i = get_global_id(0);
    for (int k = 0; k < 160; k++)
        v[k] = to[i + k * 1024];
    for (int r = 0; r < n; r++)
        for (int k = 0; k < 160; k++)
            v[k] = v[k] * v[(k + 7) % 160] + v[(k + 31) % 160];
    for (int k = 0; k < 160; k++)
        to[i + k * 1024] = v[k];
}
