/* Loops whose trips follow from constants, work-item ids, arguments and outer loops. */

__kernel void constant_nest(__global int *out) {
    int gid = get_global_id(0), sum = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 7; j > 1; j -= 2)
            sum += out[(gid + i * j) & 255];
    out[gid] = sum;
}

__kernel void triangle(__global float *out, int n) {
    int gid = get_global_id(0);
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            out[i * n + j] = gid;
}

__kernel void item_bounds(__global int *out, int n) {
    int gid = get_global_id(0), lid = get_local_id(0);
    for (int i = lid; i < n; i += 9)
        out[gid + i] += i;
    for (int i = 0; i <= gid % 7; i++)
        out[i * 3] = gid;
}

__kernel void grid_stride(__global const float *in, __global float *out, uint n) {
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
        out[i] = 2 * in[i];
}

__kernel void while_collatz(__global uint *out) {
    uint gid = get_global_id(0), x = gid + 1, steps = 0;
    while (x != 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        steps++;
    }
    out[gid] = steps;
}

__kernel void do_while(__global int *out, int n) {
    int gid = get_global_id(0), i = gid & 15;
    do {
        out[gid + i] = i;
        i += 3;
    } while (i < n);
}

__kernel void do_while_two_conditions(__global int *out, int n) {
    int gid = get_global_id(0), i = 0;
    do {
        if (i == 5)
            continue;
        out[gid * 2 + i] = i;
    } while (++i < n && i * i < gid);
}

__kernel void several_exits(__global int *out, int n) {
    int gid = get_global_id(0);
    for (int i = 0; i < n; i++) {
        if (i * i > gid)
            break;
        if ((gid + i) % 11 == 0)
            break;
        out[gid + i] = i;
    }
    out[gid] = 1;
}

__kernel void continues(__global int *out, int n) {
    int gid = get_global_id(0);
    for (int i = 0; i < n; i++) {
        if ((gid ^ i) & 1)
            continue;
        out[gid + i] = i;
        if (i % 3 == gid % 3)
            continue;
        out[2 * gid + i] = i;
    }
}

__kernel void while_continue(__global int *out, int n) {
    int gid = get_global_id(0), i = 0;
    while (i < n) {
        i++;
        if (i % 3 == 0)
            continue;
        if (i > gid)
            break;
        out[gid + i] = i;
    }
}

__kernel void returns_inside(__global int *out, int n) {
    int gid = get_global_id(0);
    for (int i = 0; i < n; i++) {
        if (i == gid % 5 + 2)
            return;
        out[gid + i] = i;
    }
    out[gid] = n;
}

__kernel void inner_break(__global int *out, int n) {
    int gid = get_global_id(0);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (i + j > gid % 6)
                break;
            out[gid + i + j] = j;
        }
        out[gid * 4 + i] = i;
    }
}

__kernel void halving(__global float *data, __local float *part) {
    int lid = get_local_id(0), gid = get_global_id(0);
    part[lid] = data[gid];
    for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < s)
            part[lid] += part[lid + s];
    }
    if (lid == 0)
        data[get_group_id(0)] = part[0];
}

__kernel void doubling(__global float *data, __local float *part, int n) {
    int lid = get_local_id(0), gid = get_global_id(0);
    part[lid] = data[gid];
    for (int s = 1; s < n; s *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid % (2 * s) == 0)
            part[lid] += part[lid + s];
    }
    if (!lid)
        data[get_group_id(0)] = part[0];
}

__kernel void no_trips(__global int *out, int n) {
    int gid = get_global_id(0);
    for (int i = n; i < 0; i++)
        out[i] = 0;
    while (n < 0)
        out[gid] = n++;
    for (int i = gid; i < 70; i += 40)
        out[gid] = i;
}

__kernel void wrap(__global uchar *out, int n) {
    int gid = get_global_id(0);
    for (uchar i = 250; i != 4; i++)
        out[gid + i] = i;
    for (uint i = 3; i < 4; i--)
        out[gid + i] = n;
}

__kernel void endless(__global int *out, int n) {
    int gid = get_global_id(0), i = gid & 3;
    for (;;) {
        out[gid + i] = i;
        i += 2;
        if (i > n)
            break;
    }
    while (1) {
        if (i-- < 0)
            break;
        out[gid + i + 1] = n;
    }
}

__kernel void two_variables(__global int *out, int n) {
    int gid = get_global_id(0);
    for (int lo = 0, hi = n + gid % 4; lo < hi; lo++, hi--)
        out[lo * 64 + hi] = gid;
}

__kernel void binary_search(__global const int *unused, __global int *out, int n) {
    int gid = get_global_id(0), lo = 0, hi = n;
    while (lo < hi) {
        int middle = (lo + hi) / 2;
        if (middle * middle < gid)
            lo = middle + 1;
        else
            hi = middle;
        out[middle] = gid;
    }
    out[gid] = lo;
}

/* Goes on in two places, where `hits` stays as it is: one loop, not two. */
__kernel void continues_unchanged(__global int *out, __global const uchar *text, int n) {
    int gid = get_global_id(0), i = gid, hits = 0;
    while (i < n && hits < 20) {
        int c = text[i++];
        if (c % 3 == 0)
            continue;
        if (c & 1) {
            i += 2;
            continue;
        }
        hits++;
        out[(gid + hits * 64) & 2047] = c;
    }
    out[gid] = hits;
}

/* Work that is found while some is done, on a stack. */
__kernel void flood(__global int *out, __global const uchar *map) {
    int gid = get_global_id(0), top = 0, seen = 0, stack[32];
    uint done[2] = {0, 0};
    stack[top++] = gid % 64;
    while (top > 0 && seen < 20) {
        int c = stack[--top];
        if (done[c >> 5] >> (c & 31) & 1)
            continue;
        done[c >> 5] |= 1u << (c & 31);
        if (map[c] % 5 == 0)
            continue;
        seen++;
        if (c % 8 > 0 && top < 31)
            stack[top++] = c - 1;
        if (c < 56 && top < 31)
            stack[top++] = c + 8;
    }
    out[gid] = seen;
}
