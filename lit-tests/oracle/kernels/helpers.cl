/* Functions that are called from several places, with loops, branches and accesses of their own. */

int twice(int x) {
    return x * 2;
}

int sum_of(__global const int *data, int from, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += data[from + i];
    return sum;
}

int first_above(__global const int *unused, int limit, int n) {
    for (int i = 0; i < n; i++)
        if (i * i > limit)
            return i;
    return n;
}

void store_if(__global int *out, int at, int value) {
    if (at % 3 == 0)
        return;
    out[at] = value;
}

void swap(__local int *a, __local int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

__kernel void calls(__global const int *in, __global int *out, int n) {
    int gid = get_global_id(0);
    out[twice(gid)] = sum_of(in, gid, 3) + sum_of(in, 0, gid % n);
    out[twice(twice(gid % 50))] = 1;
}

__kernel void early_results(__global int *out, int n) {
    int gid = get_global_id(0), at = first_above(out, gid, n);
    out[at] = gid;
    store_if(out, gid, at);
    if (gid & 4)
        store_if(out, gid + 1, at);
}

__kernel void sorting(__global int *out) {
    __local int keys[64];
    int lid = get_local_id(0);
    keys[lid] = lid * 29 % 64;
    for (int k = 2; k <= 64; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int other = lid ^ j;
            if (other > lid)
                if ((lid & k) == 0 ? keys[lid] > keys[other] : keys[lid] < keys[other])
                    swap(&keys[lid], &keys[other]);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[keys[lid]] = lid;
}

/* A kernel is also a function that others can call. */
__kernel void marked(__global int *out, int n) {
    for (int i = 0; i < n; i++)
        if (get_local_id(0) % 3 == i)
            out[get_global_id(0) * n] = i;
}

__kernel void marked_twice(__global int *out, __global int *other) {
    marked(out, 2);
    marked(other, 3);
}
