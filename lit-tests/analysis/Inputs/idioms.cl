/* Three neighbours, by work-item. */
// clperf: launch global=1024 local=64
__kernel void beside(__global const float *in, __global float *out) {
    size_t i = get_global_id(0) + 1;
    out[i] = in[i - 1] + in[i] + in[i + 1];
}
// clperf: launch global=1024 local=64
__kernel void put(__global const int *to, __global const float *in, __global float *out) {
    out[to[get_global_id(0)]] = in[get_global_id(0)];
}
/* Each work-item has a part of its own: the iterations of one are no neighbours' places. */
// clperf: launch global=1024 local=64
__kernel void strided(__global const float *in, __global float *out) {
    size_t i = get_global_id(0);
    for (int j = 0; j < 16; j++)
        out[i * 16 + j] = in[i * 16 + j] * 2;
    out[i * 16] = 0;
}
