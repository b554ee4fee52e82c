/* What depends on data that nobody gave; the rest of each kernel is known all the same. */

__kernel void unknown_data(__global const int *in, __global int *out, int n) {
    int gid = get_global_id(0);
    for (int i = 0; i < n; i++)
        out[gid * n + i] = 0;
    if (in[gid] > 7)
        out[gid] = in[gid + 1];
    for (int i = 0; i < in[gid]; i++)
        out[gid + i] += i;
    out[in[gid]] = 1;
    out[gid] = 2;
}

__kernel void overwritten(__global int *index, __global int *out) {
    int gid = get_global_id(0);
    out[index[gid]] = 1;
    index[gid] = gid;
    out[index[gid]] = 2;
}

__kernel void append(__global int *tail, __global int *out, int n) {
    int gid = get_global_id(0);
    if (gid % 5 < n) {
        int at = atomic_inc(tail);
        out[at] = gid;
    }
    atomic_min(&out[gid], 3);
}

/* All lanes come to a way out that is known, unless data sends them out before. */
__kernel void found_early(__global const int *in, __global int *out) {
    int gid = get_global_id(0);
    for (int i = 0;; i++) {
        if (i > in[1] % 4)
            break;
        if (i % 7 == 2)
            return;
    }
    out[gid] = 1;
}

/* What they leave behind on that way is seen after it. */
__kernel void found_and_noted(__global const int *in, __global int *out) {
    int gid = get_global_id(0), where[4] = {1, 2, 3, 4};
    __local int last[1];
    last[0] = 0;
    for (int i = 0; i < 4; i++)
        if (in[i] == 5) {
            where[i & gid] = 9;
            last[0] = 1;
            break;
        }
    if (where[gid & 3] == 9)
        out[gid] = 1;
    if (last[0])
        out[gid + 256] = 1;
}

/* A case that ends everything. */
__kernel void ends_by_case(__global const int *in, __global int *out) {
    int gid = get_global_id(0);
    for (int i = 0; i < 3; i++) {
        switch (in[i] & 3) {
        case 0:
        case 1:
            out[gid] = i;
            return;
        default:
            break;
        }
    }
    out[gid + 256] = 2;
}

/* Which of the values stays that a warp's lanes store at one place is not said. */
__kernel void lockstep_claim(__global const int *key, __global int *out) {
    __local volatile int slot[8];
    int lid = get_local_id(0), k = (lid * 3) % 8, n = 0;
    do {
        slot[k] = lid;
        n++;
    } while (slot[k] != lid);
    out[get_global_id(0)] = n;
}

/* Counters that all work-groups change. */
__kernel void shared_count(__global int *tail, __global int *out) {
    int gid = get_global_id(0);
    atomic_add(&tail[gid % 4], 1);
    if (tail[gid % 4] > 20)
        out[gid] = 1;
}

/* Iterations that nobody counted store where nobody knows. */
__kernel void lost_range(__global int *index, __global const int *in, __global int *out) {
    __local int seen[256];
    int gid = get_global_id(0), lid = get_local_id(0);
    for (int i = lid; i < 256; i += 64)
        seen[i] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        for (int i = 0; i < in[0] * 20; i++) {
            seen[i] = 0;
            index[i] = 1;
        }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (seen[lid + 100])
        out[gid] = 1;
    out[index[lid + 100]] = 2;
}

struct range {
    int low, high;
};

/* The kernel's own copy changes. */
__kernel void changed(__global int *out, struct range range) {
    int gid = get_global_id(0);
    range.low += gid & 3;
    while (range.low < range.high)
        out[gid + range.low++] = 1;
}

/* How long it goes on is not known, but it is the same for all: what it does each time is claimed. */
__kernel void until_settled(__global float *out, __global const int *most) {
    __local float tile[16][16];
    __local int settled;
    int lid = get_local_id(0), x = lid % 16, y = lid / 16;
    float sum = lid;
    settled = 0;
    for (int i = 0; !settled && i < most[0]; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[x][y] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tile[y][15 - x] * 0.5f;
        if (x > 3)
            sum += tile[x][y];
        if (i % 2 == 0 || settled)
            out[lid * 8] = sum;
        if (lid == 0)
            settled = sum > most[1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[lid] = sum;
}
