__kernel void too_local(__global float *x)
{
    __local float all[1 << 20];
    all[get_local_id(0)] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = all[get_local_size(0) - 1 - get_local_id(0)];
}
