/* Built-in functions of floats, and those with two results. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable

__kernel void specials(__global int *out, float zero, float big) {
    float inf = big * big, nan = inf - inf, x = get_local_id(0) - 8.0f;
    int n = 0;
    if (inf > 1e30f)
        n |= 1;
    if (nan != nan)
        n |= 2;
    if (isnan(nan) && !isinf(x))
        n |= 4;
    if (fmax(nan, x) > 3)
        n |= 8;
    if (x / zero > 0)
        n |= 16;
    if (isfinite(x))
        n |= 32;
    if (signbit(x))
        n |= 64;
    if (copysign(2.0f, x) < 0)
        n |= 128;
    if (sign(x) == 1.0f)
        n |= 256;
    if (step(2.0f, x) > 0.5f)
        n |= 512;
    for (int i = 0; i < (n >> 6); i++)
        out[i] = n;
    out[n & 127] = 1;
}

__kernel void geometric(__global const float4 *p, __global int *out, float r) {
    int i = get_global_id(0), n = 0;
    float4 a = p[i], b = p[(i + 1) & 63];
    if (dot(a, b) > r)
        n |= 1;
    if (length(a.xyz - b.xyz) < r)
        n |= 2;
    if (distance(a.xy, b.xy) < 0.5f * r)
        n |= 4;
    float3 c = cross(a.xyz, b.xyz);
    if (c.z > 0)
        n |= 8;
    if (normalize(a).x > 0.5f)
        n |= 16;
    if (mix(a.x, b.x, 0.25f) > 0.5f)
        n |= 32;
    if (smoothstep(0.2f, 0.8f, a.y) > 0.4f)
        n |= 64;
    float ip, f = fract(a.z * 5, &ip);
    if (f > 0.3f)
        n |= 128;
    if (ldexp(a.w, 2) > 1.5f)
        n |= 256;
    if (fmod(a.x * 7, 2.0f) < 1)
        n |= 512;
    if (mad(a.x, b.y, a.z) > 0.7f)
        n |= 1024;
    if (clamp(a.x * 3, 0.5f, 1.5f) == 1.5f)
        n |= 2048;
    if (hypot(a.x, a.y) < 0.8f)
        n |= 4096;
    if (pown(a.x, 3) > 0.2f)
        n |= 8192;
    if (fast_length(a.xy) > 1)
        n |= 16384;
    if (atan2(a.y, a.x) > 0.7f)
        n |= 32768;
    if (radians(a.x * 180) > 1.5f)
        n |= 65536;
    out[i] = n;
    for (int k = 0; k < (n & 7); k++)
        out[k] = n;
}

__kernel void out_params(__global int *out, __local int *loc, float x) {
    float c = 5, ip = 3, s = sincos(x + get_local_id(0), &c);
    int e = 0, q = 4, n = 0;
    float m = frexp(x * (get_local_id(0) + 1), &e);
    float f = modf(x * get_local_id(0), &ip);
    float r = remquo(x, 0.3f, &q);
    if (c > 0.5f)
        n |= 1;
    if (e > 0)
        n |= 2;
    if (ip > 2)
        n |= 4;
    if (q > 3)
        n |= 8;
    float fl = 9, fr = fract(x * get_local_id(0), &fl);
    if (fl < 4)
        n |= 16;
    if (s + m + f + r + fr > 3)
        n |= 32;
    for (int i = 0; i < e; i++)
        out[i] = n;
    out[n] = 1;
    loc[get_local_id(0)] = 7;
    lgamma_r(x, &e);
    if (e == 1)
        out[64] = 1;
}

__kernel void float_steps(__global int *out, float step, double dstep) {
    int n = 0, m = 0;
    for (float x = get_local_id(0) * 0.125f; x < 2.0f; x += step)
        n++;
    for (double y = 1.0; y > 0.01; y *= dstep)
        m++;
    float z = n;
    do {
        z = z * 0.5f - 1;
    } while (z > 0);
    for (float t = 0; t <= 1; t += 0.1f)
        m++;
    out[get_global_id(0)] = n + m + (z < -0.75f);
}

ulong mix64(ulong z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ul;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebul;
    return z ^ (z >> 31);
}

__kernel void splitmix(__global uint *out, ulong seed, uint n) {
    ulong s = seed + get_global_id(0);
    uint hits = 0, i = 0;
    for (; i < n; i++) {
        s += 0x9e3779b97f4a7c15ul;
        ulong z = mix64(s);
        double d = (z >> 11) * (1.0 / 9007199254740992.0);
        if (d < 0.25)
            hits++;
        else if (d > 0.97)
            break;
        if (mul_hi(z, (ulong)n) == 3)
            hits += 2;
    }
    out[hits] = i;
}

/* Sums in local memory that the order of the work-items does not change. */

__kernel void local_hist(__global const uchar *in, __global int *out, int n) {
    __local uint h[16], top;
    int l = get_local_id(0);
    if (l < 16)
        h[l] = 0;
    if (l == 0)
        top = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = l; i < n; i += get_local_size(0))
        atomic_inc(&h[in[i] & 15]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16)
        atomic_max(&top, h[l]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16 && h[l] * 2 > top)
        out[l] = h[l];
    for (uint i = 0; i < top / 8; i++)
        out[i] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (in[l] > 100) {
        int p = atomic_add(&h[0], 2);
        out[p & 15] = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (h[0] & 2)
        out[h[0] & 63] = 2;
}

__kernel void local_bits(__global const int *in, __global int *out) {
    __local int mask, low, any_, cnt;
    int l = get_local_id(0), v = in[get_global_id(0)];
    if (l == 0) {
        mask = 0;
        low = 1 << 30;
        any_ = 0;
        cnt = 100;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_or(&mask, 1 << (v & 7));
    atomic_min(&low, v);
    if (v > 90)
        atomic_xchg(&any_, 1);
    atomic_sub(&cnt, v & 3);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (popcount(mask) > 6)
        out[low] = l;
    if (any_)
        out[64] = 1;
    while (cnt > 0 && l < cnt) {
        out[l] = 1;
        l += 9;
    }
}

/* Here it does: what is compared on the way to an atomic may be from before or behind it. */
__kernel void polled(__global const uchar *in, __global int *out) {
    __local int room[8];
    if (get_local_id(0) < 8)
        room[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (room[in[get_global_id(0)] & 7] < 3)
        atomic_inc(&room[in[get_global_id(0)] & 7]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (room[get_local_id(0) & 7] == 4)
        out[get_global_id(0)] = 1;
}

/* Kinds that do not commute. */
__kernel void mixed_atomics(__global int *out) {
    __local int n;
    n = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&n, 3);
    atomic_max(&n, (int)get_local_id(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < n; i += 8)
        out[i & 63] = n;
}

typedef struct __attribute__((packed)) {
    uchar tag;
    uint size;
    ushort kind;
} packet;

__kernel void packed_structs(__global const packet *in, __global int *out, __global packet *copy) {
    int i = get_global_id(0), s = 0;
    if (in[i].kind & 1)
        s = in[i].size % 7;
    for (uint k = 0; k < in[i].tag % 5; k++)
        s += k;
    copy[i] = in[i];
    copy[63 - i].kind = s;
    out[s & 63] = i;
}

__kernel void switches(__global const char *in, __global const long *wide, __global int *out) {
    char c = in[get_global_id(0)];
    int n = 0;
    switch (c) {
    case -128 ... - 1:
        n = 1;
        break;
    case 0:
        n = 2;
    case 1 ... 50:
        n += 3;
        break;
    case 51:
        return;
    default:
        for (int i = c; i < 127; i += 20) {
            if (i == 111)
                break;
            n++;
            if (n > 3)
                goto end;
        }
    }
    switch (wide[get_global_id(0)]) {
    case 0x100000000l:
        n += 10;
        break;
    case 7:
    case 9:
        n += 20;
        break;
    default:
        n += 30;
    }
end:
    out[n] = c;
}
