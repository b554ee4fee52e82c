/* Built-in functions whose results decide addresses and branches. */

__kernel void integers(__global int *out, int n) {
    int gid = get_global_id(0);
    uint u = gid * 2654435761u;
    out[mul_hi(u, 600u)] = 1;
    out[mad_hi(u, 300u, 40u)] = 1;
    out[mad24(gid, 3, n)] = 1;
    out[mul24(gid, n)] = 1;
    out[hadd(gid, n * 5)] = 1;
    out[rhadd((uchar)u, (uchar)250)] = 1;
    out[add_sat((uchar)gid, (uchar)99)] = 1;
    out[sub_sat((ushort)gid, (ushort)99)] = 1;
    out[mad_sat((short)gid, (short)300, (short)n) & 1023] = 1;
    out[abs_diff(gid, 100)] = 1;
    out[abs((short)(100 - gid))] = 1;
    out[clz(gid) + popcount(gid) * 8] = 1;
    out[rotate(u, 9u) & 1023] = 1;
    out[bitselect(gid, n, 85)] = 1;
    out[upsample((uchar)1, (uchar)u)] = 1;
    out[clamp(gid, 5, 77)] = 1;
    out[min(gid, 9) + max((uint)gid, 200u)] = 1;
    out[select(gid, n, gid & 4)] = 1;
}

__kernel void conversions(__global int *out) {
    int gid = get_global_id(0);
    float f = gid * 0.75f - 20.5f;
    out[convert_uchar_sat(gid * 3 - 100)] = 1;
    out[convert_char_sat((uint)gid * 3)] = 1;
    out[convert_ushort_sat((long)gid * 9 - 60) & 1023] = 1;
    out[convert_uint_sat((short)(gid - 70))] = 1;
    out[convert_uint_sat(f)] = 1;
    out[convert_uchar_sat_rte(f * 4)] = 1;
    out[convert_int_rte(f) + 30] = 1;
    out[convert_int_rtp(f) + 30] = 1;
    out[convert_int_rtn(f) + 30] = 1;
    out[convert_int_rtz(f) + 30] = 1;
    out[convert_short_sat(f * 4000.0f) + 40000 & 1023] = 1;
    out[(int)convert_float_rte(gid) + 1] = 1;
    out[(uint)(convert_long((uchar)gid) * 3)] = 1;
}

__kernel void bits_of_another_type(__global int *out) {
    int gid = get_global_id(0);
    uchar4 bytes = as_uchar4(gid * 77);
    ushort2 halves = as_ushort2(gid * 5001);
    float one = as_float(0x3f800000 + (gid << 16));
    out[bytes.x + bytes.y] = 1;
    out[halves.s1 * 2 + (halves.s0 & 1)] = 1;
    out[as_int((uchar4)(gid, 1, 0, 0)) & 1023] = 1;
    out[as_uint(one) >> 16 & 1023] = 1;
    out[as_ulong((uint2)(gid, 1)) & 1023] = 1;
    out[as_int2(as_double((long)gid << 32)).y] = 1;
    out[(int)one] = 1;
}

__kernel void of_vectors(__global int *out, int n) {
    int gid = get_global_id(0);
    int4 v = (int4)(gid, n, gid - 40, gid & 7), w = v.wzyx;
    if (any(v < (int4)(0)))
        out[gid] = 1;
    if (all(v > (int4)(2)))
        out[gid + 256] = 1;
    if (any(gid - 9))
        out[gid + 512] = 1;
    out[shuffle(v, (uint4)(3, 0, 2, 1)).x] = 1;
    out[shuffle2(v, w, (uint4)(6, 0, 4, 1)).z] = 1;
    out[bitselect(v, w, (int4)(6)).x & 1023] = 1;
    out[convert_uchar4_sat(v * 2).x] = 1;
    out[select(v, w, v > (int4)(50)).x & 1023] = 1;
    out[min(v, 30).x + max(w, 4).x] = 1;
}

__kernel void relations(__global int *out, float limit) {
    int gid = get_global_id(0);
    float f = gid * 0.5f, none = as_float(0x7fc00000);
    if (isless(f, limit))
        out[gid] = 1;
    if (isgreaterequal(f, limit) && isnotequal(f, 50.0f))
        out[gid + 256] = 1;
    if (isnan(gid & 1 ? none : f))
        out[gid + 512] = 1;
    out[isunordered(f, none) + isequal(f, 4.0f) * 2 + gid] = 1;
    if (any(isless((float4)(f, 1, 2, 3), (float4)(limit))))
        out[gid * 2] = 1;
}
