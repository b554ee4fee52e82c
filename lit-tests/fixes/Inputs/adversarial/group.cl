/* Kernels in small work-groups. Where the name begins with right_, another size computes the same;
 * elsewhere the results say which size it was. */
#define SIZE get_local_size(0)
#define GROUP get_group_id(0)
#define SMALL __attribute__((reqd_work_group_size(16, 1, 1)))
int size(void) { return get_local_size(0); }
int groups(void) { return get_num_groups(0); }
int lane(void) { return get_local_id(0); }
int groups_by(int d) { return get_num_groups(d); }
void pause(void) { barrier(CLK_GLOBAL_MEM_FENCE); }

// clperf: launch global=262144 local=16
kernel void by_size(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f + SIZE;
}

// clperf: launch global=262144 local=16
kernel void by_size_in_helper(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f + size();
}

// clperf: launch global=262144 local=16
kernel void by_group(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f + GROUP % 16;
}

// clperf: launch global=262144 local=16
kernel void by_groups_in_helper(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f + groups();
}

// clperf: launch global=262144 local=16
kernel void by_lane_in_helper(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f + lane();
}

// clperf: launch global=262144 local=16
kernel void by_dimension(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f + groups_by(0);
}

// Neighbours wait for each other, in whatever size has both.
// clperf: launch global=262144 local=16
kernel void exchanged_in_group(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i];
    pause();
    o[i + 262144] = o[i ^ 15];
}

// clperf: launch global=262144 local=16
kernel void copied_by_group(global const float *a, global float *o, local float *t)
{
    int i = get_global_id(0);
    event_t e = async_work_group_copy(t, a + i / 16 * 16, 16, 0);
    wait_group_events(1, &e);
    o[i] = t[i % 16] + a[i];
}

// clperf: launch global=262144 local=16
#if 0
__attribute__((reqd_work_group_size(16, 1, 1)))
#endif
kernel void in_dropped_code(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f + SIZE;
}

// clperf: launch global=262144
SMALL
kernel void required_by_macro(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f;
}

// clperf: launch global=262144 local=16
// clperf: launch global=1000 local=10
kernel void launched_twice(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f;
}

kernel void right_plain(global const float *a, global float *o);
// clperf: launch global=262144 local=16
kernel void calls_a_kernel(global const float *a, global float *o)
{
    int i = get_global_id(0);
    right_plain(a, o);
    o[i + 262144] = SIZE;
}

// clperf: launch global=262144 local=16
kernel void right_plain(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f;
}

// clperf: launch global=262144 local=16
kernel void right_counted(global const float *a, global float *o, global int *c)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f;
    atomic_inc(c);
}

// clperf: launch global=262144 local=16
kernel void right_global_size(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f + get_global_size(0);
}

// clperf: launch global=262144
__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void right_attribute(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f;
}

// clperf: launch global=262144 local=16
__attribute__((work_group_size_hint(16, 1, 1)))
kernel void right_hint(global const float *a, global float *o)
{
    int i = get_global_id(0);
    o[i] = a[i] * 2.0f;
}

/* größe 𝄞
   clperf: launch global=262144 local=16 */
kernel /* 𝄞 */ void	fine_comment(global const float *a, /* ü */ global float *o)
{
    o[get_global_id(0)] = a[get_global_id(0)] * 2.0f;
}

// clperf: launch global=512x512 local=4x4
kernel void right_plane(global const float *a, global float *o)
{
    int i = get_global_id(1) * 512 + get_global_id(0);
    o[i] = a[i] * 2.0f;
}
