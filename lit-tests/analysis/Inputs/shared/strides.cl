/* Loops that start at the group's number: groups that run them equally often are alike. */
kernel void strides(global float *out, global const float *in, int n, int step) {
    int i = get_global_id(0), group = get_group_id(0), groups = get_num_groups(0);
    float sum = 0;
    for (int k = group; k < n; k += groups)
        sum += in[k * 32 + (i & 31)];
    for (int k = n - group; k >= 0; k -= step)
        sum *= in[k];
    for (int k = n + group; k > group; k -= step)
        sum += in[k];
    for (uint k = get_local_id(0); k <= (uint)n * 3; k += 11)
        sum *= in[k];
    for (int k = group; k != n * 5 + group; k += 5)
        sum += in[k] * k;
    out[i] = sum;
}
