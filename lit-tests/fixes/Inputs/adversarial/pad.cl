/* Local arrays whose columns are read. Where the name begins with right_, rows may be one element
 * longer; elsewhere something counts on where one row ends and the next begins. */
#define W 32
#define SHIFTED 64 >> 1
#define CHOSEN 0 ? 16 : 32
#define SUM 31 + 1
#define FLAT(t, i) (&(t)[0][0])[i]
#define ELEMENTS(t) (sizeof(t) / sizeof((t)[0][0]))
float flat(local float *t, int i) { return t[i]; }
float in_row(local const float *row, int i) { return row[i]; }
void swap_rows(local float *t, int x, int y) { t[y * W + x] += 1.0f; }

// clperf: launch global=512x512 local=32x32
kernel void next_row(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    local float *row = t[y & 30];
    o[at] = t[x][y] + row[W + x];
}

// clperf: launch global=512x512 local=32x32
kernel void next_row_by_column(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + t[y & 30][x + W];
}

// clperf: launch global=512x512 local=32x32
kernel void row_before(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + t[y | 1][x - W];
}

// clperf: launch global=512x512 local=32x32
kernel void walking_pointer(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    local float *p = &t[0][x];
    float s = 0.0f;
    for (int k = 0; k < 8; k++, p += W)
        s += *p * t[x][y];
    o[at] = s;
}

// clperf: launch global=512x512 local=32x32
kernel void by_macro(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + FLAT(t, y * W + x);
}

// clperf: launch global=512x512 local=32x32
kernel void helper_of_first_row(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + flat(*t, y * W + x);
}

// clperf: launch global=512x512 local=32x32
kernel void helper_of_element(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + flat(&t[0][0], y * W + x);
}

// clperf: launch global=512x512 local=32x32
kernel void helper_stores(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    swap_rows(t[0], x, y);
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y];
}

// clperf: launch global=512x512 local=32x32
kernel void cast_to_vectors(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    local float4 *v = (local float4 *)t;
    o[at] = t[x][y] + v[(y * W + x) / 4].w;
}

// clperf: launch global=512x512 local=32x32
kernel void cast_row_to_vectors(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + ((local float4 *)t[y])[x / 4].w;
}

// clperf: launch global=512x512 local=32x32
kernel void cast_to_bytes(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + ((local uchar *)t)[(y * W + x) * 4 + 1];
}

// clperf: launch global=512x512 local=32x32
kernel void loaded_as_vector(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + vload2(y * 16 + x / 2, t[0]).x;
}

// clperf: launch global=512x512 local=32x32
kernel void size_by_macro(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + ELEMENTS(t);
}

// clperf: launch global=512x512 local=32x32
kernel void size_of_row(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + sizeof(*t);
}

// clperf: launch global=512x512 local=32x32
kernel void size_without_parentheses(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + sizeof t[y];
}

// clperf: launch global=512x512 local=32x32
kernel void distance_of_rows(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + (float)(t[y] - t[0]);
}

// clperf: launch global=512x512 local=32x32
kernel void distance_in_bytes(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + (float)((local char *)&t[y][x] - (local char *)t);
}

// clperf: launch global=512x512 local=32x32
kernel void comparison_of_addresses(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + (&t[y][0] == &t[0][0] + y * W);
}

// clperf: launch global=512x512 local=32x32
kernel void plane_of_three(global const float *a, global float *o)
{
    local float t[2][W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[0][y][x] = a[at];
    t[1][y][x] = a[at] * 2.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[0][x][y] + flat((local float *)t[1], y * W + x);
}

// clperf: launch global=512x512 local=32x32
kernel void row_of_three(global const float *a, global float *o)
{
    local float t[2][W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[0][y][x] = a[at];
    t[1][y][x] = a[at] * 2.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[0][x][y] + t[1][0][y * W + x];
}

// clperf: launch global=512x512 local=32x32
kernel void shifted_length(global const float *a, global float *o)
{
    local float t[W][SHIFTED];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y];
}

// right, if the length is enclosed
// clperf: launch global=512x512 local=32x32
kernel void or_length(global const float *a, global float *o)
{
    local float t[W][W | 0];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y];
}

// clperf: launch global=512x512 local=32x32
kernel void flat_store(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    (&t[0][0])[y * W + x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y];
}

// clperf: launch global=512x512 local=32x32
kernel void flat_loop(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    for (int i = y * W + x; i < W * W; i += 1024)
        t[0][i] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y];
}

// clperf: launch global=512x512 local=32x32
kernel void copied_flat(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    event_t e = async_work_group_copy(t[0], a + (get_group_id(1) * 16 + get_group_id(0)) * W * W, W * W, 0);
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y];
}

// clperf: launch global=512x512 local=32x32
kernel void pointer_of_rows(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    local float(*rows)[W] = (local float(*)[W])&t[0][0];
    o[at] = t[x][y] + rows[y][x];
}

// clperf: launch global=512x512 local=32x32
kernel void pointer_to_all(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    local float *all[2] = {t[0], t[16]};
    o[at] = t[x][y] + all[y / 16][y % 16 * W + x];
}

// clperf: launch global=512x512 local=32x32
kernel void overlaid(global const float *a, global float *o)
{
    local union { float t[W][W]; float flat[W * W]; } u;
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    u.t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = u.t[x][y] + u.flat[y * W + x];
}

// clperf: launch global=512x512 local=32x32
kernel void right_tile(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y];
}

// clperf: launch global=512x512 local=32x32
kernel void right_sum_length(global const float *a, global float *o)
{
    local float t[W][SUM];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] * 2.0f;
}

// clperf: launch global=512x512 local=32x32
kernel void right_star_star(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + *(*(t + y) + x);
}

// clperf: launch global=512x512 local=32x32
kernel void right_helper_of_row(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + in_row(t[y], x);
}

// clperf: launch global=512x512 local=32x32
kernel void right_pointer_in_row(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    local const float *row = t[y];
    o[at] = t[x][y] + row[W - 1 - x];
}

// clperf: launch global=512x512 local=32x32
kernel void right_quotient_index(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = y * W + x;
    o[at] = t[x][y] + t[i / W][i % W];
}

// clperf: launch global=512x512 local=32x32
kernel void right_size_of_element(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + sizeof(t[0][0]);
}

// clperf: launch global=512x512 local=32x32
kernel void right_vector_in_row(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    float2 v = vload2(x / 2, t[y]);
    o[at] = t[x][y] + v.y;
}

// clperf: launch global=512x512 local=32x32
kernel void right_two_arrays(global const float *a, global float *o)
{
    local float t[W][W], u[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    u[x][y] = 3.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y] + u[x][y];
}

// clperf: launch global=512x512 local=32x32
kernel void fine_row_copy(global const float *a, global float *o)
{
    local float t[W][W];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    event_t e = 0;
    for (int r = 0; r < W; r++)
        e = async_work_group_copy(t[r], a + (get_group_id(1) * W + r) * 512 + get_group_id(0) * W, W, e);
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y];
}

// clperf: launch global=512x512 local=32x32
kernel void right_hexadecimal(global const float *a, global float *o)
{
    local float t[0x20][2 * 0x10];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 512 + get_global_id(0);
    t[y][x] = a[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = t[x][y];
}
