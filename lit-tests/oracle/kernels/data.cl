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
