/* Integer arithmetic of every width, conversions and built-in functions, seen through addresses
 * and branches. */

__kernel void widths(__global char *c, __global short *s, __global int *i, __global long *l) {
    int gid = get_global_id(0);
    c[gid] = 1;
    s[gid] = 2;
    i[gid] = 3;
    l[gid] = 4;
    c[(uchar)(gid * 7)] = 5;
    s[(ushort)(gid * 1000) >> 6] = 6;
    i[(char)gid + 128] = 7;
    l[(uint)(gid - 300) >> 24] = 8;
}

__kernel void division(__global int *out, int n) {
    int gid = get_global_id(0), x = gid - 100;
    out[x / 3 + 64] = 1;
    out[x % 7 + 64] = 2;
    out[(uint)gid / 5u] = 3;
    out[(uint)gid % 13u] = 4;
    out[-x / n + 200] = 5;
    if (x / 8 == -1)
        out[gid] = 6;
}

__kernel void bits(__global int *out, uint mask) {
    uint gid = get_global_id(0);
    out[gid ^ 5] = 1;
    out[(gid << 3 | gid >> 5) & 255] = 2;
    out[~gid & mask] = 3;
    out[rotate(gid, 28u) & 63] = 4;
    out[(int)(gid - 128) >> 4 & 255] = 5;
    out[popcount(gid)] = 6;
    out[clz(gid)] = 7;
}

__kernel void functions(__global int *out, int n) {
    int gid = get_global_id(0);
    out[min(gid, n)] = 1;
    out[max(gid - 50, 3)] = 2;
    out[clamp(gid, 20, n)] = 3;
    out[mul24(gid, 3)] = 4;
    out[mad24(gid, 2, n)] = 5;
    out[select(gid, n, gid % 3 == 0)] = 6;
    out[abs(gid - 100)] = 7;
    out[abs_diff(gid, 31)] = 8;
    out[mul_hi(gid << 20, 512)] = 9;
    out[hadd(gid, n)] = 10;
}

__kernel void functions_unsigned(__global int *out, uint n) {
    uint gid = get_global_id(0);
    out[min(gid - 10u, n)] = 1;
    out[max(gid, 77u)] = 2;
    out[clamp(gid, 5u, n)] = 3;
    out[add_sat(gid, 0xffffff80u) & 255] = 4;
    out[sub_sat(gid, 100u)] = 5;
    out[mul24(gid, gid) & 255] = 6;
    out[convert_uchar_sat(gid * 2)] = 7;
    out[convert_uchar(gid * 3)] = 8;
}

__kernel void wide(__global int *out, long n) {
    long gid = get_global_id(0), far = gid << 33;
    out[far >> 31] = 1;
    out[(far + n) % 251] = 2;
    out[(int)(far >> 32) + 1] = 3;
    for (long i = n; i < n + (gid & 3); i++)
        out[i & 255] = 4;
}

__kernel void from_float(__global int *out, float scale) {
    int gid = get_global_id(0);
    float x = gid * scale;
    out[(int)x] = 1;
    out[convert_int_rte(x)] = 2;
    out[(int)floor(x + 0.5f)] = 3;
    if (x > 40.25f)
        out[gid] = 4;
    out[(int)sqrt((float)gid)] = 5;
    out[(int)fmin(x, 33.0f)] = 6;
}

__kernel void narrow_loop(__global short *out, short n) {
    short gid = get_global_id(0);
    for (short i = gid; i < n; i += 50)
        out[i] = gid;
    for (char i = 100; i > 0; i += 9)
        out[i] = gid;
}

__kernel void size_arithmetic(__global int *out, ulong n) {
    size_t gid = get_global_id(0), last = get_global_size(0) - 1;
    out[last - gid] = 1;
    out[gid * n % 509] = 2;
    if (gid - 1 < n)
        out[gid] = 3;
}

__kernel void assigned(__global int *out, int n) {
    int gid = get_global_id(0), x = gid;
    x += 3;
    x <<= 1;
    x -= gid--;
    x ^= n;
    out[x & 511] = 1;
    out[gid + 1] = 2;
    x = gid++ + ++gid;
    out[x & 511] = 3;
    out[(gid, x) & 511] = 4;
}

__kernel void powers(__global int *out, int n) {
    int gid = get_global_id(0);
    out[(int)native_exp2((float)(gid & 7))] = 1;
    out[(int)exp2((float)(gid & 3) - 1.0f)] = 2;
    for (int i = 1; i <= native_log2((float)(n & -n)); i++) {
        int power = native_exp2((float)i);
        if (gid % power == 0)
            out[gid + power] = 3;
    }
    if (exp2((float)gid) > 4)
        out[(int)log2((float)(1 << (gid & 15)))] = 4;
}
