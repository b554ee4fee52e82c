/* Kernels whose neighbouring work-items are a row apart. Where the name begins with right_, the two
 * dimensions may be exchanged; elsewhere something else tells them apart. */
#define ID get_global_id
#define ROW ID(0)
#define LINE get_local_id(1)
#define PLACE(d) get_global_id(d)
#define ACROSS \
    get_global_id(0)
int row(void) { return get_global_id(0); }
int row_of(int d) { return get_global_id(d); }
int deeper(void) { return row() + 1; }
int width(void) { return get_global_size(0) - get_global_id(0); }
int lane(void) { return get_local_id(0); }
int group(void) { return get_group_id(1); }
void wait_all(void) { barrier(CLK_LOCAL_MEM_FENCE); }

// clperf: launch global=512x512 local=16x16
kernel void by_macro(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + ROW;
}

// clperf: launch global=512x512 local=16x16
kernel void by_macro_with_argument(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + PLACE(0);
}

// clperf: launch global=512x512 local=16x16
kernel void by_continued_macro(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + ACROSS;
}

// clperf: launch global=512x512 local=16x16
kernel void renamed_function(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + ID(0);
}

// clperf: launch global=512x512 local=16x16
kernel void by_helper(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + row();
}

// clperf: launch global=512x512 local=16x16
kernel void by_helper_of_helper(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + deeper();
}

// clperf: launch global=512x512 local=16x16
kernel void by_helper_with_dimension(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + row_of(0);
}

// clperf: launch global=512x512 local=16x16
kernel void by_size_in_helper(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + width();
}

// clperf: launch global=512x512 local=32x8
kernel void by_lane_in_helper(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + lane();
}

// clperf: launch global=512x512 local=32x8
kernel void by_lane_in_macro(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + LINE;
}

// clperf: launch global=512x512 local=32x8
kernel void by_group_in_helper(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + group();
}

// clperf: launch global=512x512 local=16x16
kernel void with_suffix(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + get_global_id(0u);
}

// clperf: launch global=512x512 local=16x16
kernel void with_expression(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + get_global_id(1 - 1);
}

// clperf: launch global=512x512 local=16x16 d=0
kernel void with_variable(global const float *a, global float *o, int d)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + get_global_id(d);
}

// All of a group must give the same address: they do, until the ids are exchanged.
// clperf: launch global=512x512 local=32x8
kernel void copied_by_group(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    local float t[16];
    event_t e = async_work_group_copy(t, a + y / 8 * 16, 16, 0);
    wait_group_events(1, &e);
    o[x * 512 + y] = a[x * 512 + y] + t[x % 16];
}

// clperf: launch global=512x512 local=32x8
kernel void barrier_in_helper(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    local float t[256];
    t[x % 32 * 8 + y % 8] = a[x * 512 + y];
    wait_all();
    o[x * 512 + y] = a[x * 512 + y] + t[x % 32 * 8 + (y + 1) % 8];
}

// clperf: launch global=512x512 local=16x16 w=512
// clperf: launch global=1024x256 local=16x16 w=256
kernel void oblong_second_launch(global const float *a, global float *o, int w)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * w + y] = a[x * w + y];
}

kernel void callee(global const float *a, global float *o, int r);
// What the kernel calls asks for a dimension of its own.
// clperf: launch global=512x512 local=16x16
kernel void calls_a_kernel(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] * 2.0f;
    callee(a, o + 262144, y);
}

// clperf: launch global=512 local=64 r=3
kernel void callee(global const float *a, global float *o, int r)
{
    o[r * 512 + get_global_id(0)] = a[get_global_id(0)];
}

float shared_load(global const float *a, int w)
{
    return a[get_global_id(0) * w + get_global_id(1)];
}
// The helper is the other kernel's, too, which is launched otherwise.
// clperf: launch global=512x512 local=16x16
kernel void shares_helper(global const float *a, global float *o)
{
    o[get_global_id(1) * 512 + get_global_id(0)] = shared_load(a, 512) * 2.0f;
}

// clperf: launch global=1024x64 local=64x1
kernel void shares_helper_too(global const float *a, global float *o)
{
    o[get_global_id(0) * 64 + get_global_id(1)] = shared_load(a, 64) + 1.0f;
}

// clperf: launch global=512x512 local=16x16
kernel void right_scale(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] * 2.0f;
}

// clperf: launch global=512x512 local=16x16 w=500 h=300
kernel void right_guard(global const float *a, global float *o, int w, int h)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h)
        return;
    o[x * 512 + y] = a[x * 512 + y] * 2.0f;
}

// clperf: launch global=512x512 local=16x16
kernel void right_triangle(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x > y + 5)
        return;
    o[x * 512 + y] = a[x * 512 + y] * 2.0f;
}

// clperf: launch global=512x512 local=32x8
kernel void right_oblong_groups(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + x;
}

// clperf: launch global=512x512
__attribute__((reqd_work_group_size(32, 8, 1)))
kernel void right_required_size(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    o[x * 512 + y] = a[x * 512 + y] + y;
}

// clperf: launch global=512x512 local=16x16
kernel void right_reversed(global const float *a, global float *o)
{
    int y = get_global_id(1);
    int x = get_global_id(0);
    o[x * 512 + y] = a[x * 512 + y] + 1.0f;
}

// clperf: launch global=512x512 local=16x16
kernel void right_direct(global const float *a, global float *o)
{
    o[get_global_id(0) * 512 + get_global_id(1)] = a[get_global_id(0) * 512 + get_global_id(1)] - 1.0f;
}

// clperf: launch global=512x512 local=16x16
kernel void right_loop(global const float *a, global float *o)
{
    int x = get_global_id(0), y = get_global_id(1);
    float s = 0.0f;
    for (int k = 0; k < 4; k++)
        s += a[(x ^ k) * 512 + y];
    o[x * 512 + y] = s;
}
