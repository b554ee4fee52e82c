/* What programs do, whole: each kernel is an algorithm as it is usually written. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable

__kernel void nbody_tile(__global const float4 *pos, __global float4 *vel, __global float4 *out,
                         __local float4 *tile, int n, float dt, float eps) {
    int gid = get_global_id(0), lid = get_local_id(0), ls = get_local_size(0);
    float4 p = gid < n ? pos[gid] : (float4)(0.0f);
    float3 acc = (float3)(0.0f);
    for (int base = 0; base < n; base += ls) {
        int j = base + lid;
        tile[lid] = j < n ? pos[j] : (float4)(0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        int m = min(ls, n - base);
        for (int k = 0; k < m; k++) {
            float3 d = tile[k].xyz - p.xyz;
            float r2 = dot(d, d) + eps;
            float inv = rsqrt(r2);
            acc += d * (tile[k].w * inv * inv * inv);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (gid >= n)
        return;
    float4 v = vel[gid];
    v.xyz += acc * dt;
    vel[gid] = v;
    out[gid] = (float4)(p.xyz + v.xyz * dt, p.w);
}

/* Several histograms, so that fewer work-items meet in one. */
#define BINS 64
#define COPIES 4

__kernel void histogram_copies(__global const uchar *data, __global uint *hist, uint n) {
    __local uint bins[COPIES][BINS];
    uint lid = get_local_id(0);
    for (uint i = lid; i < BINS * COPIES; i += get_local_size(0))
        ((__local uint *)bins)[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&bins[lid % COPIES][data[i] >> 2]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = lid; b < BINS; b += get_local_size(0)) {
        uint sum = 0;
        for (int c = 0; c < COPIES; c++)
            sum += bins[c][b];
        if (sum)
            atomic_add(&hist[b], sum);
    }
}

__kernel void radix_count(__global const uint *keys, __global uint *counts, uint shift, uint per) {
    __local uint count[16 * 64];
    uint lid = get_local_id(0), ls = get_local_size(0);
    for (int d = 0; d < 16; d++)
        count[d * ls + lid] = 0;
    uint first = (get_group_id(0) * ls + lid) * per;
    for (uint i = 0; i < per; i++) {
        uint digit = (keys[first + i] >> shift) & 15u;
        count[digit * ls + lid]++;
    }
    for (int d = 0; d < 16; d++)
        counts[(d * get_num_groups(0) + get_group_id(0)) * ls + lid] = count[d * ls + lid];
}

/* A prefix sum over a tree, with rows of banks apart from each other. */
#define LOG_BANKS 5
#define PAD(n) ((n) + ((n) >> LOG_BANKS))

__kernel void scan_blelloch(__global int *data, __global int *sums, __local int *temp, int n) {
    int tid = get_local_id(0), base = get_group_id(0) * n, offset = 1;
    int ai = tid, bi = tid + n / 2;
    temp[PAD(ai)] = data[base + ai];
    temp[PAD(bi)] = data[base + bi];
    for (int d = n >> 1; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tid < d) {
            int i = PAD(offset * (2 * tid + 1) - 1), j = PAD(offset * (2 * tid + 2) - 1);
            temp[j] += temp[i];
        }
        offset <<= 1;
    }
    if (tid == 0) {
        sums[get_group_id(0)] = temp[PAD(n - 1)];
        temp[PAD(n - 1)] = 0;
    }
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tid < d) {
            int i = PAD(offset * (2 * tid + 1) - 1), j = PAD(offset * (2 * tid + 2) - 1);
            int t = temp[i];
            temp[i] = temp[j];
            temp[j] += t;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    data[base + ai] = temp[PAD(ai)];
    data[base + bi] = temp[PAD(bi)];
}

uint reversed(uint x, int bits) {
    uint r = 0;
    for (int i = 0; i < bits; i++) {
        r = (r << 1) | (x & 1);
        x >>= 1;
    }
    return r;
}

float2 cmul(float2 a, float2 b) {
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__kernel void fft_local(__global const float2 *in, __global float2 *out, __local float2 *work,
                        int bits, int inverse) {
    int lid = get_local_id(0), n = 1 << bits, half_n = n >> 1;
    int base = get_group_id(0) * n;
    work[reversed(lid, bits)] = in[base + lid];
    work[reversed(lid + half_n, bits)] = in[base + lid + half_n];
    for (int s = 1; s <= bits; s++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int m = 1 << s, h = m >> 1;
        int k = lid & (h - 1);
        int i = ((lid >> (s - 1)) << s) + k, j = i + h;
        float angle = (inverse ? 2.0f : -2.0f) * M_PI_F * k / m;
        float2 w = (float2)(native_cos(angle), native_sin(angle));
        float2 t = cmul(w, work[j]), u = work[i];
        work[i] = u + t;
        work[j] = u - t;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + lid] = work[lid];
    out[base + lid + half_n] = work[lid + half_n];
}

/* A stencil in three dimensions, whose group loads its border, too. */
#define TX 8
#define TY 4
#define TZ 4

__kernel void stencil3d_halo(__global const float *in, __global float *out, int nx, int ny, int nz,
                             float c0, float c1) {
    __local float t[TZ + 2][TY + 2][TX + 2];
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int lx = get_local_id(0) + 1, ly = get_local_id(1) + 1, lz = get_local_id(2) + 1;
    int sx = nx, sxy = nx * ny;
#define AT(x, y, z) in[clamp(z, 0, nz - 1) * sxy + clamp(y, 0, ny - 1) * sx + clamp(x, 0, nx - 1)]
    t[lz][ly][lx] = AT(x, y, z);
    if (lx == 1)
        t[lz][ly][0] = AT(x - 1, y, z);
    if (lx == TX)
        t[lz][ly][TX + 1] = AT(x + 1, y, z);
    if (ly == 1)
        t[lz][0][lx] = AT(x, y - 1, z);
    if (ly == TY)
        t[lz][TY + 1][lx] = AT(x, y + 1, z);
    if (lz == 1)
        t[0][ly][lx] = AT(x, y, z - 1);
    if (lz == TZ)
        t[TZ + 1][ly][lx] = AT(x, y, z + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < nx && y < ny && z < nz)
        out[z * sxy + y * sx + x] =
            c0 * t[lz][ly][lx] + c1 * (t[lz][ly][lx - 1] + t[lz][ly][lx + 1] + t[lz][ly - 1][lx] +
                                       t[lz][ly + 1][lx] + t[lz - 1][ly][lx] + t[lz + 1][ly][lx]);
}

/* Alignment of two texts by their anti-diagonals. */
__constant char similar[4][4] = {
    {5, -4, -3, -2}, {-4, 6, -1, -3}, {-3, -1, 7, -2}, {-2, -3, -2, 8}};

__kernel void diagonals(__global const uchar *s, __global const uchar *t, __global int *h, int len,
                        int gap) {
    __local int prev[65], prev2[65], cur[65];
    int lid = get_local_id(0), g = get_group_id(0);
    prev[lid] = prev2[lid] = cur[lid] = 0;
    if (lid == 0)
        prev[64] = prev2[64] = cur[64] = 0;
    int best = 0;
    for (int d = 0; d < 2 * len - 1; d++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int lo = max(0, d - len + 1), hi = min(d, len - 1);
        if (lid >= lo && lid <= hi) {
            int j = d - lid;
            int match = prev2[lid] + similar[s[g * len + lid] & 3][t[g * len + j] & 3];
            int v = max(max(0, match), max(prev[lid], prev[lid + 1]) - gap);
            cur[lid + 1] = v;
            best = max(best, v);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        prev2[lid + 1] = prev[lid + 1];
        prev[lid + 1] = cur[lid + 1];
    }
    h[get_global_id(0)] = best;
}

__kernel void median_insertion(__global const uchar *in, __global uchar *out, int w) {
    int x = get_global_id(0);
    uchar v[7];
    int n = 0;
    for (int k = 0; k < 7; k++) {
        uchar c = in[x + k];
        int j = n++;
        while (j > 0 && v[j - 1] > c) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = c;
    }
    out[x] = v[3];
}

uint xorshift(uint *s) {
    uint x = *s;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *s = x;
}

__kernel void monte_pi(__global uint *hits, uint seed, int n) {
    uint s = seed ^ (get_global_id(0) * 2654435761u), count = 0;
    if (!s)
        s = 1;
    for (int i = 0; i < n; i++) {
        float x = (xorshift(&s) >> 8) * (1.0f / 16777216.0f),
              y = (xorshift(&s) >> 8) * (1.0f / 16777216.0f);
        if (x * x + y * y <= 1.0f)
            count++;
    }
    hits[get_global_id(0)] = count;
}

__kernel void random_walk(__global int *out, ulong seed, int limit) {
    ulong s = seed + get_global_id(0) * 0x9E3779B97F4A7C15ul;
    int pos = 0, steps = 0;
    do {
        s = s * 6364136223846793005ul + 1442695040888963407ul;
        uint r = (uint)(s >> 33) & 7;
        if (r == 7)
            continue;
        switch (r % 3) {
        case 0:
            pos++;
            break;
        case 1:
            pos--;
            break;
        default:
            pos += 2;
        }
        if (pos < -6) {
            pos = -1000;
            break;
        }
    } while (++steps < limit && pos < 9);
    out[get_global_id(0)] = pos + steps;
}

__kernel void mandel(__global int *out, int w, float x0, float y0, float step, int max_iter) {
    int px = get_global_id(0), py = get_global_id(1);
    float cx = x0 + px * step, cy = y0 + py * step, x = 0, y = 0;
    int i = 0;
    while (i < max_iter && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        i++;
    }
    out[py * w + px] = i == max_iter ? 0 : i;
}

__kernel void julia_double(__global ushort *out, double cr, double ci, uint w) {
    double x = get_global_id(0) * 0.09 - 1.5, y = get_global_id(1) * 0.11 - 1.2;
    ushort k = 0;
    for (; k < 60; k++) {
        double t = x * x - y * y + cr;
        y = 2.0 * x * y + ci;
        x = t;
        if (fabs(x) > 2.0 || fabs(y) > 2.0)
            break;
    }
    out[get_global_id(1) * w + get_global_id(0)] = k;
}

uint sum_bits(uint a, uint b, uint c, uint *carry) {
    *carry = (a & b) | (c & (a ^ b));
    return a ^ b ^ c;
}

__kernel void life_bits(__global const uint *in, __global uint *out, int words, int rows) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= words || y >= rows)
        return;
    int l = x ? x - 1 : words - 1, r = x + 1 < words ? x + 1 : 0;
    int up = (y + rows - 1) % rows * words, dn = (y + 1) % rows * words, me = y * words;
    uint c1, c2, c3, n[8];
    uint a = in[up + x], b = in[me + x], c = in[dn + x];
    n[0] = (a << 1) | (in[up + l] >> 31);
    n[1] = a;
    n[2] = (a >> 1) | (in[up + r] << 31);
    n[3] = (b << 1) | (in[me + l] >> 31);
    n[4] = (b >> 1) | (in[me + r] << 31);
    n[5] = (c << 1) | (in[dn + l] >> 31);
    n[6] = c;
    n[7] = (c >> 1) | (in[dn + r] << 31);
    uint s0 = sum_bits(n[0], n[1], n[2], &c1), s1 = sum_bits(n[3], n[4], n[5], &c2),
         s2 = sum_bits(n[6], n[7], s0, &c3);
    uint ones = s2 ^ s1, c4 = s2 & s1;
    uint twos = c1 ^ c2 ^ c3 ^ c4, fours = (c1 & c2) | (c3 & c4) | ((c1 ^ c2) & (c3 ^ c4));
    out[me + x] = ~fours & twos & (ones | b);
}

__kernel void matvec_async(__global const float *a, __global const float *x, __global float *y,
                           __local float *row, __local float *part, int cols) {
    event_t e = async_work_group_copy(row, a + get_group_id(0) * cols, cols, 0);
    wait_group_events(1, &e);
    float s = 0;
    for (int j = get_local_id(0); j < cols; j += get_local_size(0))
        s += row[j] * x[j];
    part[get_local_id(0)] = s;
    for (int stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) < stride)
            part[get_local_id(0)] += part[get_local_id(0) + stride];
    }
    if (get_local_id(0) == 0)
        y[get_group_id(0)] = part[0];
}

__kernel void async_strided(__global const int *in, __global int *out, __local int *col, int stride,
                            int n) {
    event_t e = async_work_group_strided_copy(col, in + get_group_id(0), n, stride, 0);
    wait_group_events(1, &e);
    int v = col[get_local_id(0)];
    for (int i = 0; i < (v & 3); i++)
        v += col[(get_local_id(0) + i * 7) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
    col[get_local_id(0)] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + get_group_id(0) * n, col, n, 0);
    wait_group_events(1, &e);
}

/* A machine with a stack, whose program is known. */
enum { PUSH, ADD, MUL, DUP, SWAPOP, JNZ, DEC, LOADID, STORE, HALT };
__constant uchar code[] = {LOADID, DEC, JNZ, 1, PUSH, 5, ADD, LOADID, MUL, STORE, HALT};

__kernel void interpreter(__global int *out, int max_steps) {
    int stack[16], sp = 0, pc = 0, steps = 0;
    for (;;) {
        if (++steps > max_steps)
            goto fail;
        switch (code[pc++]) {
        case PUSH:
            stack[sp++] = code[pc++];
            break;
        case ADD:
            sp--;
            stack[sp - 1] += stack[sp];
            break;
        case MUL:
            sp--;
            stack[sp - 1] *= stack[sp];
            break;
        case DUP:
            stack[sp] = stack[sp - 1];
            sp++;
            break;
        case SWAPOP: {
            int t = stack[sp - 1];
            stack[sp - 1] = stack[sp - 2];
            stack[sp - 2] = t;
            break;
        }
        case DEC:
            stack[sp - 1]--;
            break;
        case LOADID:
            stack[sp++] = get_global_id(0) % 5 + 1;
            break;
        case JNZ: {
            int to = code[pc++];
            if (stack[sp - 1])
                pc = to;
            break;
        }
        case STORE:
            out[get_global_id(0)] = stack[--sp];
            break;
        case HALT:
            return;
        default:
            goto fail;
        }
    }
fail:
    out[get_global_id(0)] = -1;
}

__kernel void queens(__global int *out, int n) {
    uint all = (1u << n) - 1, cols[12], d1[12], d2[12], free_[12];
    int first = get_global_id(0) % n, second = get_global_id(0) / n, depth = 2, count = 0;
    uint b0 = 1u << first, b1 = 1u << second;
    if ((b0 | b0 << 1 | b0 >> 1) & b1) {
        out[get_global_id(0)] = 0;
        return;
    }
    cols[2] = b0 | b1;
    d1[2] = ((b0 << 1) | b1) << 1;
    d2[2] = ((b0 >> 1) | b1) >> 1;
    free_[2] = all & ~(cols[2] | d1[2] | d2[2]);
    while (depth >= 2) {
        uint f = free_[depth];
        if (!f) {
            depth--;
            continue;
        }
        uint bit = f & -f;
        free_[depth] = f ^ bit;
        if (depth == n - 1) {
            count++;
            depth--;
            continue;
        }
        cols[depth + 1] = cols[depth] | bit;
        d1[depth + 1] = (d1[depth] | bit) << 1;
        d2[depth + 1] = (d2[depth] | bit) >> 1;
        depth++;
        free_[depth] = all & ~(cols[depth] | d1[depth] | d2[depth]);
    }
    out[get_global_id(0)] = count;
}

__kernel void oddeven(__global int *keys, __local int *s) {
    int lid = get_local_id(0), n = get_local_size(0) * 2, base = get_group_id(0) * n;
    s[lid] = keys[base + lid];
    s[lid + n / 2] = keys[base + lid + n / 2];
    for (int size = 2; size <= n; size <<= 1) {
        int stride = size / 2, offset = lid & (stride - 1);
        {
            barrier(CLK_LOCAL_MEM_FENCE);
            int pos = 2 * lid - (lid & (stride - 1));
            int a = s[pos], b = s[pos + stride];
            if (a > b) {
                s[pos] = b;
                s[pos + stride] = a;
            }
            stride >>= 1;
        }
        for (; stride > 0; stride >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int pos = 2 * lid - (lid & (stride - 1));
            if (offset >= stride) {
                int a = s[pos - stride], b = s[pos];
                if (a > b) {
                    s[pos - stride] = b;
                    s[pos] = a;
                }
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    keys[base + lid] = s[lid];
    keys[base + lid + n / 2] = s[lid + n / 2];
}

__kernel void kmeans(__global const float *pt, __constant float *cent, __global int *assign,
                     __global int *count, int n, int dims, int k) {
    __local int c[8];
    int i = get_global_id(0), l = get_local_id(0);
    if (l < k)
        c[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int best = 0;
    if (i < n) {
        float dist = FLT_MAX;
        for (int j = 0; j < k; j++) {
            float d = 0;
            for (int q = 0; q < dims; q++) {
                float t = pt[q * n + i] - cent[j * dims + q];
                d += t * t;
            }
            if (d < dist) {
                dist = d;
                best = j;
            }
        }
        assign[i] = best;
        atomic_inc(&c[best]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < k && c[l])
        atomic_add(&count[l], c[l]);
}

__kernel void quicksort(__global int *data, int n) {
    __global int *a = data + get_global_id(0) * n;
    int lo[12], hi[12], sp = 0;
    lo[0] = 0;
    hi[0] = n - 1;
    while (sp >= 0) {
        int l = lo[sp], h = hi[sp--];
        if (l >= h)
            continue;
        int p = a[(l + h) / 2], i = l - 1, j = h + 1;
        for (;;) {
            do
                i++;
            while (a[i] < p);
            do
                j--;
            while (a[j] > p);
            if (i >= j)
                break;
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
        sp++;
        lo[sp] = l;
        hi[sp] = j;
        sp++;
        lo[sp] = j + 1;
        hi[sp] = h;
    }
}

__kernel void bigmul(__global const uint *a, __global const uint *b, __global uint *c, int limbs) {
    int t = get_global_id(0);
    a += t * limbs;
    b += t * limbs;
    c += t * 2 * limbs;
    for (int i = 0; i < 2 * limbs; i++)
        c[i] = 0;
    for (int i = 0; i < limbs; i++) {
        ulong carry = 0;
        for (int j = 0; j < limbs; j++) {
            ulong v = (ulong)a[i] * b[j] + c[i + j] + carry;
            c[i + j] = (uint)v;
            carry = v >> 32;
        }
        int k = i + limbs;
        while (carry) {
            ulong v = (ulong)c[k] + carry;
            c[k++] = (uint)v;
            carry = v >> 32;
        }
    }
}

__kernel void matrix_chain(__global const int *dim, __global int *cost, int n) {
    int i = get_local_id(0);
    __local int m[12][12];
    for (int j = 0; j < n; j++)
        m[i][j] = 0;
    for (int len = 2; len <= n; len++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int j = i + len - 1;
        if (j < n) {
            int best = INT_MAX;
            for (int k = i; k < j; k++)
                best = min(best, m[i][k] + m[k + 1][j] + dim[i] * dim[k + 1] * dim[j + 1]);
            m[i][j] = best;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    cost[i] = m[0][n - 1];
    if (m[0][n - 1] % 2 == 0)
        cost[12] = i;
}

__kernel void knapsack(__global const uchar2 *item, __global ushort *out, int cap, int n) {
    __local ushort best[2][64];
    int w = get_local_id(0), p = 0;
    best[0][w] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < n; i++, p ^= 1) {
        uchar2 it = item[i];
        ushort b = best[p][w];
        if (w >= it.x)
            b = max(b, (ushort)(best[p][w - it.x] + it.y));
        best[p ^ 1][w] = b;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (w <= cap && best[p][w] > (w ? best[p][w - 1] : 0))
        out[w] = best[p][w];
}

__kernel void ring(__global int *state, int gens, uchar rule) {
    __local uchar c[64];
    int l = get_local_id(0), n = get_local_size(0);
    c[l] = l == n / 2;
    for (int g = 0; g < gens; g++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uchar v = c[(l + n - 1) % n] << 2 | c[l] << 1 | c[(l + 1) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        c[l] = rule >> v & 1;
    }
    if (c[l])
        state[get_global_id(0)] = 1;
}

__kernel void through_global(__global int *buf, __global int *out) {
    int l = get_local_id(0), g = get_global_id(0), n = get_local_size(0),
        base = get_group_id(0) * n;
    buf[g] = (l * 7) % n;
    barrier(CLK_GLOBAL_MEM_FENCE);
    int v = buf[base + (l + 1) % n];
    for (int i = 0; i < v % 5; i++)
        v += buf[base + (v + i) % n];
    barrier(CLK_GLOBAL_MEM_FENCE);
    buf[g] = v;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (buf[base + n - 1 - l] & 1)
        out[v & 127] = v;
}

__kernel void odd_group(__global int *out) {
    __local int s[105];
    int l = get_local_id(0) +
            get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
    int n = get_local_size(0) * get_local_size(1) * get_local_size(2);
    s[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int h = n; h > 1; h = (h + 1) / 2) {
        int half_ = (h + 1) / 2;
        if (l < h / 2)
            s[l] += s[l + half_];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0) + get_num_groups(0) * get_group_id(1)] = s[0];
    if (s[0] % 2 && get_local_id(2) > get_local_id(0))
        out[l] = 1;
}

__kernel void trisolve(__global const float *l, __global float *b, int n) {
    __local float x;
    int r = get_local_id(0);
    float mine = b[r];
    for (int c = 0; c < n; c++) {
        if (r == c)
            x = mine / l[c * n + c];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (r > c)
            mine -= l[r * n + c] * x;
        else if (r == c)
            mine = x;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    b[r] = mine;
}

__kernel void lcs(__global const uchar *a, __global const uchar *b, __global int *out, int n) {
    int row[2][17];
    for (int j = 0; j <= n; j++)
        row[0][j] = 0;
    for (int i = 1; i <= n; i++) {
        row[i & 1][0] = 0;
        for (int j = 1; j <= n; j++)
            row[i & 1][j] = a[get_global_id(0) * n + i - 1] == b[j - 1]
                                ? row[(i - 1) & 1][j - 1] + 1
                                : max(row[(i - 1) & 1][j], row[i & 1][j - 1]);
    }
    out[get_global_id(0)] = row[n & 1][n];
}

/* Conditions that are the same in all iterations, beside others that are not. */
__kernel void steady_exits(__global int *out, uchar n, int stop) {
    int gid = get_global_id(0), a = 0, w = gid & 3, steady = n % 3;
again:
    a++;
    if (w-- > 0 && n % 5)
        goto again;
    for (;;) {
        a += 3;
        if (a > 20 + gid % 4 || steady == 0)
            break;
    }
    for (int i = 0; i < gid && stop > i; i++) {
        if (steady == 7)
            break;
        a++;
    }
    out[gid] = a;
}
