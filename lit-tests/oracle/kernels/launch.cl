/* What only some of a launch's groups do: at its edges, in its last rows, in every third group. */

__kernel void first_only(__global const int *in, __global int *out, int n) {
    int i = get_global_id(0);
    if (get_group_id(0) == 0)
        out[i] = in[i * 3];
    else if (get_group_id(0) == get_num_groups(0) - 1 && i < n)
        out[i] = in[n - i];
}

__kernel void frame(__global const float *in, __global float *out, int width, int height) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        out[y * width + x] = in[y * width + x];
        return;
    }
    out[y * width + x] = in[(y - 1) * width + x] + in[(y + 1) * width + x] + in[y * width + x - 1];
}

__kernel void below_diagonal(__global int *out, int n) {
    int x = get_global_id(0), y = get_global_id(1);
    for (int i = x; i <= y && y < n; i += 5)
        out[y * n + i] = i;
}

__kernel void every_third(__global int *out) {
    if (get_group_id(0) % 3 == 1)
        out[get_global_id(0)] = 1;
}

/* Rows of 100 elements: the phase of a group's addresses repeats after several groups. */
__kernel void uneven_rows(__global const char *in, __global char *out, int width) {
    int x = get_global_id(0), y = get_global_id(1);
    out[y * width + x] = in[y * width + x + 1];
}

__kernel void folded(__global const int *in, __global int *out, int width, int n) {
    int i = get_global_id(0);
    if (i < n)
        out[i % width * 50 + i / width] = in[i];
}

__kernel void planes(__global const float *in, __global float *out, int depth) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int at = (z * 24 + y) * 24 + x;
    if (z > 0 && z < depth - 1)
        out[at] = in[at - 576] + in[at + 576];
}

/* Groups differ in which banks they begin at, and in how many work-items share a word. */
__kernel void banks_by_group(__global int *out, __local int *room) {
    int l = get_local_id(0), g = get_group_id(0);
    room[(l * (1 + g % 4) + g) & 511] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = room[l];
    atomic_inc(&out[g / 2 + (l & g)]);
}
