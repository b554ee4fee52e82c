// clperf: launch global=4194304 local=256
kernel void column(global const float *restrict a, global float *restrict b) {
    int i = get_global_id(0);
    b[i] = a[i * 16];
}
