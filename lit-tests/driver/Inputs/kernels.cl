__kernel void scale(__global float *data, float factor, int n)
{
    int i = get_global_id(0);
    if (i < n)
        data[i] *= factor;
}

__kernel __attribute__((reqd_work_group_size(32, 4, 1)))
void plane(__global float *data, __local float *tile)
{
    tile[get_local_id(0)] = data[get_global_id(1)];
    data[get_global_id(0)] = tile[0];
}
