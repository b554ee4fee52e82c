/* Arguments that are more than one number: structures and vectors by value. */

struct box {
    char kind;
    int low, high;
    float scale[2];
    long offset;
    short2 step;
};

__kernel void structure(__global int *out, struct box box) {
    int gid = get_global_id(0);
    for (int i = box.low; i < box.high; i++)
        out[gid * box.step.x + i] = i;
    if (gid < box.scale[1] * box.kind)
        out[gid + box.offset] = box.step.y;
}

/* The index into the structure is not a constant. */
__kernel void indexed(__global int *out, struct box box) {
    int gid = get_global_id(0);
    out[(int)(box.scale[gid % 2] * 4) + gid] = 1;
}

/* Which elements the lanes of a warp want together: the same one, two, four, and all eight. */
struct table {
    int weight[8];
};

__kernel void looked_up(__global int *out, struct table table) {
    int gid = get_global_id(0), sum = table.weight[get_group_id(0) & 7];
    for (int i = 0; i < 8; i++)
        sum += table.weight[i];
    out[gid] = sum;
    out[gid] += table.weight[gid & 1];
    out[gid] += table.weight[get_local_id(0) / 8 & 3];
    if (gid & 4)
        out[gid] += table.weight[(gid * 3 + 1) & 7];
}

struct pair {
    int a, b;
};

__kernel void from_file(__global int *out, struct pair pair) {
    int gid = get_global_id(0);
    out[gid * pair.a + pair.b] = 1;
}

__kernel void vectors(__global int *out, int2 at, uchar4 shift, float3 limit) {
    int gid = get_global_id(0);
    out[gid * at.x + at.y] = 1;
    out[gid << shift.w] = 2;
    if (gid < limit.z)
        out[gid + shift.y] = 3;
}

/* Numbers that a double has no room for. */
__kernel void long_numbers(__global int *out, ulong mask, long offset, ulong2 keys) {
    int gid = get_global_id(0);
    if (mask >> (gid & 63) & 1)
        out[gid] = 1;
    out[(int)(offset + gid * 3 + 0x7fffffffffffff01) & 1023] = 2;
    out[(keys.x ^ keys.y) + gid & 1023] = 3;
}
