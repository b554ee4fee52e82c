#ifdef MENDED
// clperf: launch global=1024000 local=256
__kernel void k(__global const float *a, __global float *b)
{
    b[get_global_id(0)] = 2 * a[get_global_id(0)];
}
#else
// clperf: launch global=1024 local=256 count=1000
__kernel void k(__global const float *a, __global float *b, int row)
{
    b[row * 1024 + get_global_id(0)] = 2 * a[row * 1024 + get_global_id(0)];
}
#endif
