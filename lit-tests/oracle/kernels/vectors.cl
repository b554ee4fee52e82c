/* Vectors: their loads and stores, components, and the addresses that they give. */

__kernel void float4_copy(__global const float4 *in, __global float4 *out) {
    int gid = get_global_id(0);
    out[gid] = in[gid] * 2.0f;
}

__kernel void float2_strided(__global const float2 *in, __global float2 *out, int stride) {
    int gid = get_global_id(0);
    out[gid] = in[gid * stride];
}

__kernel void long_vectors(__global const float8 *in, __global int16 *out) {
    int gid = get_global_id(0);
    out[gid] = (int16)(convert_int8(in[gid]), convert_int8(in[gid + 1]));
}

__kernel void float3_copy(__global const float3 *in, __global float3 *out) {
    int gid = get_global_id(0);
    out[gid] = in[gid];
}

__kernel void components(__global int4 *data, __global int *out) {
    int gid = get_global_id(0);
    int4 v = (int4)(gid, gid * 2, 3, gid + 4);
    int4 w = v.wzyx + (int4)(1);
    out[w.x] = v.y;
    out[w.s3 + v.hi.y] = w.even.x;
    out[v.odd.y] = 1;
    if (w.z > 100)
        out[gid] = w.z;
}

__kernel void component_access(__global float4 *data, __global float *out) {
    int gid = get_global_id(0);
    out[gid] = data[gid].y + data[gid].w;
    data[gid].x = 3.0f;
    data[gid].yz = (float2)(1.0f, 2.0f);
}

__kernel void vload_vstore(__global const float *in, __global float *out) {
    int gid = get_global_id(0);
    float4 v = vload4(gid, in);
    vstore4(v, gid, out);
    vstore2(v.xy, gid, out + 1);
}

__kernel void vload_offset(__global const char *in, __global short *out, __global int *sum) {
    int gid = get_global_id(0);
    char8 c = vload8(gid, in + 3);
    vstore2((short2)(1, 2), gid, out + 5);
    int3 t = vload3(gid, sum);
    vstore3(t, gid, sum);
}

__kernel void vector_conditions(__global int *out, int n) {
    int gid = get_global_id(0);
    int2 v = (int2)(gid, gid % 10);
    int2 mask = v < (int2)(n, 5);
    if (any(mask))
        out[gid] = 1;
    if (all(mask))
        out[gid] = 2;
    if (mask.x)
        out[gid] = 3;
    int2 chosen = select((int2)(1, 2), v, mask);
    out[chosen.x] = 4;
    out[min(v, (int2)(30, 4)).x] = 5;
    out[chosen.y] = 6;
}

__kernel void vector_indices(__global int *out, int n) {
    int4 id = (int4)(get_global_id(0), get_local_id(0), get_group_id(0), n);
    int4 at = id * (int4)(2, 3, 4, 5) + id.wzyx;
    for (int i = 0; i < 4; i++)
        out[(at.s0 + i * at.s1) & 511] = at.s2;
    out[at.s3] = 1;
}

__kernel void char_vectors(__global const uchar4 *in, __global uchar4 *out, int width) {
    int x = get_global_id(0), y = get_global_id(1);
    uchar4 p = in[y * width + x];
    out[x * 8 + y] = p;
}

__kernel void as_types(__global const uint *in, __global uchar *out) {
    int gid = get_global_id(0);
    uchar4 bytes = as_uchar4(gid * 0x01020408);
    out[bytes.x + bytes.w] = 1;
    out[as_int(as_float(gid + 7))] = 2;
}

/* Some components are constants, others are not. */
__kernel void partly_constant(__global uint *out, uint n) {
    uint gid = get_global_id(0);
    uint4 v = (uint4)(gid, gid + 1, gid * 2, n), s = shuffle(v, (uint4)(gid & 3, 3, 1, gid >> 2 & 3));
    uint8 t = shuffle2(v, s, (uint8)(7, 6, 5, 4, gid & 7, 2, 1, 0));
    if (s.x & 1)
        out[t.s4 & 255] = s.w;
    out[(t.s0 + gid) & 255] = t.s7;
    for (uint i = 0; i < (t.s3 & 3); i++)
        out[i * 64 + (gid & 63)] = i;
}

/* Numbers that become halves and come back. */
__kernel void halves(__global int *out, __global half *room, int n) {
    int gid = get_global_id(0), lid = get_local_id(0);
    __local ushort words[64];
    __local half *shared = (__local half *)words;
    vstore_half(gid * 0.2501f, lid, shared);
    barrier(CLK_LOCAL_MEM_FENCE);
    float x = vload_half((lid + 3) & 31, shared);
    if (x > 2.0f)
        out[gid] = 1;
    out[(int)(x * 7.0f) + 200] = 1;
    vstore_half4((float4)(gid * 1e-6f, 1, 70000.0f * (gid & 1), 1.0f / 3), gid, room);
    if (vload_half2(gid * 2, room).x * 1e6f > 9.01f)
        out[gid + 64] = 1;
    if (isinf(vload_half(gid * 4 + 2, room)))
        out[gid * 2] = 2;
    for (float y = vload_half(gid * 4 + 3, room) + gid; y < n; y += y)
        out[gid + 128] = 1;
}
