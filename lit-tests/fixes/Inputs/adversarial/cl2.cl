/* What only OpenCL 2.0 has: places of work-items as one number. */
int linear(void) { return get_local_linear_id(); }
int linear_global(void) { return get_global_linear_id() % 512; }

// clperf: launch global=512x512 local=32x8
kernel void by_linear_lane(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + linear();
}

// clperf: launch global=512x512 local=16x16
kernel void by_linear_id(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + linear_global();
}

// clperf: launch global=262144 local=16
kernel void size_by_linear_lane(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f + linear();
}

// clperf: launch global=512x512 local=32x8
kernel void barrier_of_work_group(global const float *a, global float *o)
{
    local float t[256];
    int x = get_global_id(0), y = get_global_id(1);
    t[x % 32 * 8 + y % 8] = a[x * 512 + y];
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    o[x * 512 + y] = a[x * 512 + y] + t[x % 32 * 8 + (y + 1) % 8];
}

// clperf: launch global=262144 local=16
kernel void by_enqueued_size(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f + get_enqueued_local_size(0);
}
