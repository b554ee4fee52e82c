// Scalar products of `vectors` pairs of vectors, one pair per work-group at a time: SUMS partial sums
// in local memory, then a tree.
#define SUMS 1024

__kernel void scalar_products(__global float *to, __global const float *a, __global const float *b,
                              int vectors, int length) {
    __local float partial[SUMS];
    const int t = get_local_id(0), step = get_local_size(0);
    for (int v = get_group_id(0); v < vectors; v += get_num_groups(0)) {
        const int begin = mul24(length, v), end = begin + length;
        for (int s = t; s < SUMS; s += step) {
            float sum = 0;
            for (int i = begin + s; i < end; i += SUMS)
                sum += a[i] * b[i];
            partial[s] = sum;
        }
        for (int half_sums = SUMS / 2; half_sums > 0; half_sums >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int s = t; s < half_sums; s += step)
                partial[s] += partial[half_sums + s];
        }
        if (t == 0)
            to[v] = partial[0];
    }
}
