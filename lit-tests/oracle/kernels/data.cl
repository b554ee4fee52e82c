/* Loops, branches and addresses that depend on the contents of buffers, given as files. */

__kernel void gather(__global const int *index, __global const float *in, __global float *out) {
    int gid = get_global_id(0);
    out[gid] = in[index[gid]];
}

__kernel void scatter(__global const int *index, __global float *out) {
    int gid = get_global_id(0);
    out[index[gid]] = gid;
    if (index[gid] < index[gid ^ 1])
        out[gid] = 1;
}

__kernel void rows(__global const uint *start, __global const int *index, __global float *out) {
    int gid = get_global_id(0);
    float sum = 0;
    for (uint i = start[gid]; i < start[gid + 1]; i++)
        sum += out[index[i]];
    out[gid] = sum;
}

__kernel void list(__global const int *next, __global int *out) {
    int gid = get_global_id(0), length = 0;
    for (int at = next[gid]; at > 0; at = next[at])
        length++;
    out[gid] = length;
}

__kernel void bytes(__global const uchar *text, __global int *out) {
    int gid = get_global_id(0), words = 0;
    for (int i = gid * 8; i < gid * 8 + 8; i++)
        if (text[i] == ' ')
            words++;
        else if (text[i] >= 128)
            out[text[i]] = 1;
    while (text[gid + words] != ' ')
        words++;
    out[words] = gid;
}

__kernel void records(__global const short2 *box, __global int *out) {
    int gid = get_global_id(0);
    short2 b = box[gid];
    for (int i = b.x; i < b.y; i++)
        out[i] = gid;
}

__kernel void staged(__global const int *index, __global int *out, __local int *stage) {
    int gid = get_global_id(0), lid = get_local_id(0);
    stage[lid] = index[gid];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[stage[(lid + 7) % 64]] = 1;
    for (int i = 0; i < stage[lid] % 6; i++)
        out[gid + i] = i;
}

/* Reads a buffer that it writes: a work-item its own part, after which nobody else asks. */
__kernel void relabel(__global int *index, __global int *out) {
    int gid = get_global_id(0);
    int from = index[gid];
    index[gid] = gid * 2;
    out[from] = index[gid];
    out[index[gid]] = 1;
}

/* One level of a search for each work-group, and the next from where it ended: by way of global
 * memory. */
__kernel void descend(__global const int *next, __global int *at, __global int *out) {
    int group = get_group_id(0), lid = get_local_id(0);
    for (int level = 0; level < 3; level++) {
        int here = at[group];
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (next[here] % 64 == lid)
            at[group] = next[here + lid] / 2;
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
    out[at[group] + lid] = 1;
}

/* What another work-item of the group stored before the barrier, other values of it kept. */
__kernel void exchange(__global int *index, __global int *out) {
    int gid = get_global_id(0), lid = get_local_id(0), first = gid - lid;
    if (lid % 3 == 0)
        index[gid] = lid;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[index[first + (lid * 5 + 1) % 64]] = gid;
    if (index[first + lid / 2] > 40)
        out[gid] = 0;
}

/* Either of two buffers, by turns. */
__kernel void turns(__global int *index, __global int *other, __global int *out, int rounds) {
    int gid = get_global_id(0);
    __global int *from = index, *to = other;
    for (int r = 0; r < rounds; r++) {
        to[gid] = from[gid] / 2;
        __global int *t = from;
        from = to;
        to = t;
        out[from[gid]] = r;
    }
}

struct edge {
    int from, to;
};

__kernel void edges(__global const struct edge *edge, __global int *out) {
    struct edge e = edge[get_global_id(0)];
    for (int i = e.from; i < e.to; i++)
        out[i] = 1;
}
