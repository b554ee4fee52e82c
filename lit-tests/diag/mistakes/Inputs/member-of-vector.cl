// clperf: launch global=4194304 local=256
__kernel void k(__global const float4 *a, __global float *b)
{
    size_t i = get_global_id(0);
#ifdef MENDED
    b[i] = ((__global const float *)a)[i];
#else
    b[i] = a[i].w;
#endif
}
