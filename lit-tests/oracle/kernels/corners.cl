/* Legal, but not usual: jumps, exits in several places, steps of all kinds, unions, numbers that
 * wrap around, pointers to pointers, loads and stores of parts of vectors. */
union word {
    int i;
    float f;
    uchar b[4];
    ushort h[2];
};
struct node {
    int key;
    short kids[3];
    char tag;
};
struct outer {
    struct node n[2];
    float4 v;
};

int early(int x, int n) {
    if (x < 3)
        return n;
    for (int i = x; i < 40; i += 3) {
        if (i % 7 == 0)
            return i;
        if (i > n)
            break;
    }
    switch (x & 7) {
    case 1:
        return 1;
    case 2:
        n += 2;
    case 3:
        n += 3;
        break;
    case 6:
        return n * 2;
    default:
        n--;
    }
    return n;
}

__kernel void fallthrough(__global int *out, int n) {
    int g = get_global_id(0), a = 0;
    switch (g % 9) {
    case 0:
        a += 1;
    case 1:
    case 2:
        a += 10;
        out[g] = a;
    case 3:
        if (g & 16)
            break;
        a += 100;
    case 7:
        out[g + 512] = a;
        break;
    case 5:
        for (int i = 0; i < g % 4; i++) {
            if (i == 2)
                goto done;
            out[i * 64] = g;
        }
    default:
        a = 3;
    }
    out[g * 2] = a;
done:
    out[early(g, n) + 1024] = a;
}

__kernel void several_exits(__global int *out, __global const int *data, int n) {
    int g = get_global_id(0), i = g & 15, s = 0;
    do {
        if (s > n)
            break;
        s += i * 3;
        if ((s & 31) == 9)
            continue;
        if (s % 13 == 5) {
            out[s & 1023] = 1;
            return;
        }
        out[(g + i) & 1023] = s;
    } while (++i < 20 && s < 400);
    out[(s + g) & 1023] = i;
}

__kernel void steps(__global int *out, ulong big) {
    int g = get_global_id(0);
    for (int i = 1; i < 2000; i = i * 3 + 1)
        out[(g * i) & 1023] = i;
    for (uint i = 0x80000000u >> (g & 7); i; i >>= 2)
        out[(i + g) & 1023] = 2;
    for (uint i = 4294967290u + (g & 3); i > 5; i++)
        out[(i * 8 + g) & 1023] = 3;
    for (ulong j = big + g; j < big + 64; j += 9)
        out[j & 1023] = 4;
    for (long j = -5 - (g & 3); j <= 5; j += 2)
        out[(j + 512) & 1023] = 5;
    for (short k = 32760; k > 0; k++)
        out[(k + g) & 1023] = 6;
    for (int i = g, c = 0; i != 1 && c < 30; c++)
        i = i & 1 ? 3 * i + 1 : i / 2, out[i & 1023] = 7;
    int f0 = 1, f1 = 1;
    while (f1 < 500 + g) {
        int t = f0 + f1;
        f0 = f1;
        f1 = t;
        out[t & 1023] = g;
    }
}

__kernel void gotos(__global int *out, int n) {
    int g = get_global_id(0), i = 0;
again:
    out[(g + i * 7) & 1023] = i;
    i++;
    if (i < (g & 7) + 2)
        goto again;
    if (i == n)
        goto end;
    for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 4; k++) {
            if (k + j == (g & 3))
                goto out_of_both;
            out[(j * 64 + k * 4 + g) & 1023] = 1;
        }
    }
out_of_both:
    out[g] = 2;
end:
    out[g ^ 5] = 3;
}

__kernel void three_dim(__global int *out, __local int *tmp) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2);
    int l = lx + get_local_size(0) * (ly + get_local_size(1) * lz);
    tmp[l] = x + y * z;
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((x ^ y) & 1)
        out[(z * 64 + y) * 4 + tmp[(l * 5) % 12] % 7] = 1;
    for (int i = y; i < z; i++)
        out[(i * x) & 1023] = 2;
    out[get_num_groups(1) + get_group_id(2) * 8 + get_global_size(2) + get_global_offset(1)] = x;
}

__kernel void vectors3(__global float *a, __global half *h, __global int *out, __local float *l) {
    int g = get_global_id(0), s = get_local_id(0);
    float3 v = vload3(g, a);
    vstore3(v.zyx, 255 - g, a + 1024);
    float4 q = vload_half4(g, h);
    vstore_half4(q, g, h + 1024);
    vstore_half(q.x, g * 3, h);
    float x = vload_half(255 - g, h);
    vstore3(v, s, l);
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 w = vload4(0, l + (s & ~3));
    vstore2(w.xy, (63 - s), l + 256);
    a[g] = w.x + x + vload16(g & 3, a + 2048).s7;
    float3 z = ((__global float3 *)a)[g & 31];
    ((__global float3 *)a)[(g & 31) + 64] = z;
    vstorea_half3(z, g & 31, h + 512);
    uchar8 b = vload8(g & 15, (__global uchar *)a);
    out[b.s3] = 1;
}

__kernel void unions(__global int *out, __global union word *w) {
    int g = get_global_id(0);
    union word u, t[2];
    u.i = g * 0x01020304;
    out[u.b[2]] = u.h[1];
    t[g & 1].i = g;
    t[~g & 1].f = 1.0f;
    out[(t[0].i & 255) + t[1].b[3]] = 1;
    w[g].h[1] = 3;
    w[g].b[g & 3] = 4;
    u.f = (float)(g & 7);
    for (int i = 0; i < u.b[3] >> 4; i++)
        out[i * 32 + g] = 2;
}

__kernel void structs(__global struct outer *o, __global int *out, int n) {
    int g = get_global_id(0);
    struct outer p;
    p.n[0].key = g;
    p.n[1].key = n;
    p.n[0].kids[1] = g & 3;
    p.n[1].kids[2] = 2;
    p.n[0].tag = 'a';
    p.v = (float4)(g);
    o[g].n[p.n[0].kids[1] & 1].kids[p.n[1].kids[2]] = 5;
    o[255 - g].v.z = p.v.x;
    o[g].n[1] = p.n[0];
    out[o[g].n[1].key & 511] = 3;
    struct node copy = o[g & 15].n[0];
    out[g] = copy.tag;
    p.n[1] = p.n[0];
    for (int i = p.n[1].kids[1]; i < 5; i++)
        out[i * 128 + g] = 1;
}

__kernel void negative(__global int *out, __global int *in, int stride) {
    int g = get_global_id(0), n = get_global_size(0);
    __global int *p = in + (n - 1 - g) * 4;
    for (int i = 0; i < 4; i++, p += stride)
        out[g * 4 + i] = *(p + 3);
    __global int *q = out + 1023 - g;
    while (q >= out + 900) {
        *q = 1;
        q -= 17;
    }
    out[(uint)(g - 200) % 1000u] = 4;
    out[(g - 100) & 511] = in[(uint)(-g) >> 23];
    out[-(-g)] = in[n - g];
    int d = -g / 3, r = -g % 7;
    out[512 + d + r] = 1;
    out[512 + (-g >> 2)] = 3;
}

int helper(__global int *p, int n) {
    if (!n)
        return 0;
    if (n & 1) {
        p[n] = 1;
        return n;
    }
    for (int i = 0;; i++) {
        if (i * i > n)
            return i;
        p[i * 8 + n] = i;
        if (i == 5)
            break;
    }
    return -1;
}
__kernel void helpers(__global int *out, int n) {
    int g = get_global_id(0), s = 0;
    for (int i = 0; i < 3; i++)
        s += helper(out, (g + i) & 31);
    out[(s & 255) + 512] = helper(out + 256, s & 15) + (n ? helper(out, n) : 0);
}

__kernel void wraps(__global uchar *out, uchar c, ushort s, char d) {
    int g = get_global_id(0);
    uchar x = c + g;
    char y = d - g;
    ushort z = s * g;
    out[x] = 1;
    out[y + 128] = 2;
    out[z & 1023] = 3;
    for (uchar i = x; i > 3; i += 37)
        out[i] = 4;
    for (char i = y; i >= 0; i++)
        out[i + 300] = 5;
    uint u = g * 2654435761u;
    out[u >> 22] = 6;
    ulong m = (ulong)g * 0x9E3779B97F4A7C15ul;
    out[m >> 55] = 7;
    out[(uint)mul_hi((uint)u, 1000u)] = 8;
    out[((int)u >> 25) + 64] = 9;
    out[rotate(u, 7u) & 1023] = 10;
    out[convert_uchar_sat(g * 5 - 100)] = 11;
    out[abs_diff(g, 77)] = 12;
    if ((int)(u - m) < 0)
        out[g] = 13;
    bool b = g > 20, k = g < 40;
    out[b + k * 2 + (b && k) * 4] = 14;
    out[(b ? u : z) & 63] = 15;
}
__constant int2 pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
__constant uchar bytes[] = "hello world";
__kernel void vecs(__global int4 *out, __global int *o, int4 a, uchar3 k) {
    int g = get_global_id(0);
    int4 v = (int4)(g, g + 1, a.z, k.y);
    v.xz = v.zx;
    v.hi += pairs[g % 3];
    int4 c = v > (int4)(g & 15, 5, 6, 7);
    o[(v.s0 + v.w) & 511] = 1;
    o[(c.x & 3) + (c.w & 12)] = 2;
    o[any(c) + all(c.xy)] = 3;
    out[v.y & 63] = select(v, a, c);
    int i = 0;
    while (bytes[i]) {
        if (bytes[i] == 'o')
            o[i * 16 + g] = 4;
        i++;
    }
    short8 s = (short8)(g);
    s.even = 3;
    s.s7 = g * 300;
    o[s.s7 & 511] = dot((float2)(g, 1), (float2)(1, 2)) > 5.0f;
    for (int j = 0; j < 4; j++)
        o[((int *)&v)[j] & 255] = j;
}

__kernel void pingpong(__global int *a, __global int *b, int n) {
    int g = get_global_id(0);
    __global int *from = a, *to = b;
    for (int i = 0; i < n; i++) {
        to[g * 2] = from[g + i];
        __global int *t = from;
        from = to;
        to = t;
    }
    __global int *which = g & 1 ? a : b;
    which[g + 100] = 3;
    int *none = 0;
    if (n > 100)
        none[g] = 1;
}

__kernel void pointers(__global int *out, __global int *a, __global int *b, int n) {
    int g = get_global_id(0), own[6] = {5, 4, 3, 2, 1, 0};
    __global int *table[2] = {a, b};
    table[g & 1][g] = 4;
    table[n & 1][g * 2 & 511] = 4;
    int *p = own + (g % 3), *q = &own[5];
    while (p < q) {
        *p += 2;
        out[(*p + g) & 2047] = 1;
        p += 2;
    }
    out[(q - p) + 100] = own[g % 6];
    __global int *end = out + 40, *it = out + g;
    for (; it < end; it++)
        *it = 2;
    out[(a < b) + 3] = 2;
    long diff = (__global char *)(out + g) - (__global char *)out;
    out[diff / 8] = 9;
}

__kernel void barriers(__global int *out, int n) {
    __local int t[96], count;
    int l = get_local_id(0);
    if (l == 0)
        count = 0;
    t[l] = l * 7 % 96;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 0; r < n; r++) {
        if (r == 3) {
            barrier(CLK_LOCAL_MEM_FENCE);
            continue;
        }
        int x = t[(l + r) % 96];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x & 1)
            t[l] = x + r;
        else
            t[l] = x / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == r)
            count += r;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (count > 5)
            break;
    }
    for (int i = 0; i < t[l] % 5; i++)
        out[i * 200 + l] = count;
    while (count > 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == 0)
            count -= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[l] = 1;
    }
}

__kernel void breaks(__global int *out, int n) {
    int g = get_global_id(0), hits = 0;
    for (int i = 0; i < n; i++) {
        for (int j = i;; j++) {
            for (int k = g & 3; k < 4; k++) {
                if (((i ^ j) + k) % 5 == 4)
                    goto next;
                if (j * k > g % 23) {
                    hits += k;
                    break;
                }
                out[(g * 3 + j * 64 + k) & 2047] = k;
            }
            if (j > i + (g & 7))
                break;
            if (hits > 50)
                return;
        }
        out[(hits * 8 + g) & 2047] = 1;
    next:
        if (g == 77 && i == 3)
            continue;
        out[(i * 256 + g) & 2047] = hits;
    }
}

__kernel void banks(__global int *out, int n) {
    __local double d[256];
    __local int w[1024];
    __local char3 c[160];
    __local short s[512];
    int x = get_local_id(0), y = get_local_id(1), l = x + y * get_local_size(0);
    d[l] = x;
    d[(l * 2) & 255] = y;
    d[255 - l] = 1;
    w[l * n] = x;
    w[(l * 33) & 1023] = 1;
    w[(l ^ 5) + 64] = 2;
    w[x * 32 % 1024 + y] = 3;
    ((__local int2 *)w)[l * 3 & 511] = (int2)(x, y);
    ((__local int4 *)w)[(l * 2) & 255] = (int4)(x);
    c[l] = (char3)(x, y, 1);
    s[l * 2] = x;
    s[511 - l * 3] = y;
    ((__local float8 *)w)[(l + n) & 127] = (float8)(1);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = w[(l * 17) & 1023] + d[y * 8] + c[l].z + s[l & ~1] + w[x] + vload3(l, w).y;
    if (x % 3)
        w[x * 16] = 4;
    for (int i = x; i < 40; i += 16)
        w[i * 8] = i;
}

__kernel void vecmask(__global int *out, uint4 m) {
    int g = get_global_id(0);
    int4 v = (int4)(g, g * 2, 5, 6);
    int4 r = shuffle(v, m);
    int4 t = v < r ? v : r;
    out[t.x & 1023] = 1;
    out[as_int((uchar4)(g, 0, 0, 0)) + as_int2(as_long((int2)(g, 3))).y] = 2;
    int8 w = (int8)(v, r);
    w.odd = w.even * 2;
    out[(w.s7 + w.s1) & 1023] = 3;
    v++;
    v <<= 2;
    v = -v;
    v = ~v;
    v %= 7;
    v = v == r;
    out[(v.y & 8) + (v.x ? g : 0)] = 4;
    uchar16 u = (uchar16)(g);
    u.s3 += 200;
    out[u.s3] = 5;
    long2 z = convert_long2(v.xy) * 3L;
    out[(int)z.x & 63] = 6;
}

__constant int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
struct entry {
    int from;
    int to;
    __constant char *name;
};
__constant int grid2[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
__kernel void lookup(__global int *out, int n) {
    int g = get_global_id(0);
    const int local_table[4] = {8, 1, 6, 3};
    int i = 0;
    while (i < 8 && n % primes[i])
        i++;
    for (int j = 0; j < grid2[g % 3][g % 4]; j++)
        out[(j * primes[g & 7] + g) & 4095] = i;
    out[local_table[g & 3] * 64 + g] = 2;
    int lo = 0, hi = 8;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (primes[mid] < g % 20)
            lo = mid + 1;
        else
            hi = mid;
    }
    out[lo * 128 + (g & 63)] = 3;
}

__kernel void bitsy(__global int *out, uint seed, char k) {
    uint g = get_global_id(0), x = seed ^ g;
    for (int r = 0; r < 4; r++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        out[x & 4095] = r;
    }
    int bits = popcount(x);
    for (uint m = x; m; m &= m - 1)
        bits--;
    out[bits + clz(g) * 64] = 1;
    ulong state = seed;
    do {
        state = state * 6364136223846793005ul + 1442695040888963407ul;
    } while ((state >> 60) > (g & 15));
    out[state >> 54] = 2;
    uint a = g, b = 48;
    while (b) {
        uint t = a % b;
        a = b;
        b = t;
    }
    out[a * 16] = 3;
    short h = k * g;
    out[(ushort)h >> 4] = 4;
    int c = (char)(g * 3) >> 1;
    out[c + 128] = 5;
    out[mad24((int)g, 3, 4)] = 6;
    out[mul_hi(seed, g) & 255] = 7;
    out[upsample((ushort)0, (ushort)g)] = 8;
    out[(g << 28) >> 26] = 9;
}

__kernel void nested(__global int *out, int n) {
    int g = get_global_id(0);
    for (int i = 0; i <= g % n; i++)
        for (int j = i; j < n; j += 1 + (i & 1))
            if ((i + j) & 1)
                for (int k = j; k > i; k--)
                    out[(g * 8 + i * j + k) & 4095] = 1;
            else
                out[(g + j * 128) & 4095] = 2;
    for (int i = 1, j = g; i * i < j; i++, j -= 2)
        out[(i * 256 + j) & 4095] = 3;
    for (int a = 0, b = 10; a < b; a += g & 3, b--)
        out[(a * 128 + g) & 4095] = 4;
}

__kernel void floaty(__global int *out, float x, double d) {
    int g = get_global_id(0);
    float f = g * x;
    out[(int)f] = 1;
    out[(int)floor(f * 3.0f) & 4095] = 2;
    out[convert_int_rtp(f) + 200] = 3;
    for (float t = 0.0f; t < 1.0f; t += x)
        out[(int)(t * 100) + g] = 4;
    double e = 1.0;
    int n = 0;
    while (e > d && n < 64) {
        e *= 0.5;
        n++;
        out[(n * 64 + (g & 63)) & 4095] = n;
    }
    out[isgreater(f, 20.0f) ? g : 0] = 6;
    out[(uint)fabs((float)(g - 128)) * 2] = 7;
    out[(int)sqrt((float)g)] = 8;
    out[(int)fmax(f, 10.0f)] = 9;
    out[(int)fmod((float)g, 7.0f)] = 1;
    out[(int)(half_recip(4.0f) * g) & 63] = 2;
}

__kernel void sortlocal(__global int *out, __global const int *key) {
    __local int t[64];
    int l = get_local_id(0);
    t[l] = key[get_global_id(0)];
    for (int k = 2; k <= 64; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int p = l ^ j;
            if (p > l) {
                int x = t[l], y = t[p];
                if (((l & k) == 0) == (x > y)) {
                    t[l] = y;
                    t[p] = x;
                }
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[t[l] & 127] = l;
}
