/* Local, private and constant memory, pointers, structures and misaligned accesses. */

struct pair {
    int first;
    float second;
};

struct body {
    float4 position;
    int kind;
    char tag[3];
    short weight;
};

typedef struct {
    int start, end;
    struct pair inner[2];
} nested_pairs;

__constant int primes[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
__constant float weights[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};

__kernel void local_columns(__global float *data) {
    __local float tile[32][32];
    int x = get_local_id(0), y = get_local_id(1), gid = get_global_id(1) * 32 + x;
    tile[y][x] = data[gid];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[gid] = tile[x][y] + tile[(x + y) % 32][x];
}

__kernel void local_strides(__global float *data, __local float *room, int stride) {
    int lid = get_local_id(0);
    for (int s = 1; s < 12; s++)
        room[lid * s % 512] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = room[lid * stride] + room[lid / 4] + room[0];
}

__kernel void local_wide(__global double *data, __local double *room, __local float4 *quads) {
    int lid = get_local_id(0);
    room[lid] = 1;
    room[lid * 3 % 128] = 2;
    quads[lid] = (float4)(lid);
    quads[lid * 5 % 64] = (float4)(1);
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = room[lid * 2] + quads[lid / 2].x;
}

__kernel void local_narrow(__global int *data, __local char *bytes, __local short *words) {
    int lid = get_local_id(0);
    bytes[lid] = lid;
    bytes[lid * 4] = lid;
    bytes[lid * 129 % 300] = lid;
    words[lid] = 1;
    words[lid * 2 + 1] = 2;
    words[lid * 64 % 254] = 2;
}

__kernel void local_round_trip(__global int *data) {
    __local int index[64];
    int lid = get_local_id(0);
    index[63 - lid] = lid * 5 % 64;
    barrier(CLK_LOCAL_MEM_FENCE);
    int at = index[lid];
    data[at + get_group_id(0) * 64] = lid;
    if (index[lid ^ 1] > 30)
        data[lid] = 1;
    for (int i = 0; i < index[lid] % 5; i++)
        data[i * 64 + lid] = i;
}

__kernel void local_prefix(__global int *data) {
    __local int sum[64];
    int lid = get_local_id(0);
    sum[lid] = lid % 3;
    for (int s = 1; s < 64; s <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int left = lid >= s ? sum[lid - s] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum[lid] += left;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    data[sum[lid]] = lid;
}

__kernel void two_tiles(__global float *data) {
    __local float a[24], b[96];
    __local char c[16];
    int lid = get_local_id(0);
    b[lid] = 1;
    b[lid + lid % 2 * 16] = 2;
    if (lid < 24)
        a[lid] = 3;
    if (lid < 16)
        c[15 - lid] = 4;
}

__kernel void pointers(__global int *data, int n) {
    int gid = get_global_id(0);
    __global int *p = data + gid, *end = data + n;
    for (; p < end; p += 70)
        *p = gid;
    __global int *q = gid & 1 ? data + 256 : data;
    q[gid] = 1;
    *(q + 2 * gid) = 2;
    __global char *bytes = (__global char *)(data + 8) + gid;
    *bytes = 3;
    bytes++;
    bytes[gid] = 4;
    if (end - (data + gid) > 100)
        data[gid] = (int)(end - data);
}

__kernel void structures(__global struct pair *pairs, __global struct body *bodies, int n) {
    int gid = get_global_id(0);
    pairs[gid].second = pairs[gid].first;
    pairs[gid * 2].first = n;
    bodies[gid].kind = 1;
    bodies[gid].tag[gid % 3] = 2;
    bodies[gid].weight = 3;
    bodies[gid].position = (float4)(0);
}

__kernel void private_structures(__global int *out) {
    int gid = get_global_id(0);
    nested_pairs p = {gid, gid + 3, {{1, 2.0f}, {gid * 2, 4.0f}}};
    struct pair copy = p.inner[1];
    for (int i = p.start; i < p.end; i++)
        out[i] = 1;
    out[copy.first] = 2;
    p.inner[gid & 1].first += 5;
    out[p.inner[0].first] = 3;
}

__kernel void private_arrays(__global int *out, int n) {
    int gid = get_global_id(0), ring[8];
    for (int i = 0; i < 8; i++)
        ring[i] = gid + i * 3;
    for (int i = 0; i < n; i++)
        ring[(i + 1) % 8] += ring[i % 8] % 4;
    out[ring[gid % 8]] = 1;
    out[ring[2]] = 2;
    int table[4] = {3, 1, 4, 1};
    out[gid * table[gid % 4] & 511] = 3;
}

__kernel void constants(__global int *out, __constant int *given, int n) {
    int gid = get_global_id(0);
    out[gid] = given[gid % n] + given[3];
    out[primes[gid % 16]] = 1;
    for (int i = 0; i < primes[gid % 4]; i++)
        out[gid + i] = weights[i % 4][gid % 4];
    const int steps[3] = {1, 10, 100};
    out[steps[gid % 3]] = 2;
}

__kernel void misaligned(__global char *bytes, int shift) {
    int gid = get_global_id(0);
    bytes[gid + shift] = 1;
    ((__global int *)(bytes + 4))[gid] = 2;
    ((__global long *)(bytes + 24))[gid] = 3;
    ((__global float4 *)(bytes + 48))[gid] = (float4)(4);
    ((__global short *)bytes)[gid * 3 + shift] = 5;
    bytes[gid * 33] = 6;
}

__kernel void gather_backwards(__global const float *in, __global float *out, int n) {
    int gid = get_global_id(0);
    out[gid] = in[n - 1 - gid] + in[gid / 4] + in[gid * 3 % n] + in[5];
}

/* as_char4 is a macro, so all of it is at one place; of the two structures only the array needs
 * memory. */
__kernel void private_at_macros(__global char4 *out, int n) {
    int gid = get_global_id(0);
    struct pair one = {gid, n}, two[2] = {{1, n}, {gid, 4}};
    out[gid] = as_char4((int)two[one.first & 1].second);
}

struct stack {
    int at[4], top;
};

void push(struct stack *s, int x) {
    if (s->top < 4)
        s->at[s->top++] = x;
}

/* What begins with zeros, or with one byte again and again. */
__kernel void starts_filled(__global int *out, int n) {
    int gid = get_global_id(0), count[9] = {0}, mark[6] = {-1, -1, -1, -1, -1, -1};
    struct stack s = {.top = 0};
    for (int i = 0; i < n; i++)
        count[(gid + i * i) % 9]++;
    push(&s, gid % 5);
    while (s.top) {
        int x = s.at[--s.top];
        if (mark[x] >= 0)
            continue;
        mark[x] = count[x];
        if (x < 3)
            push(&s, x + 1);
        if (gid & 1 && x < 4)
            push(&s, x + 2);
        out[512 + x * 64 + gid] = s.top;
    }
    out[count[gid % 9] * 64 + gid] = mark[gid % 6];
}
