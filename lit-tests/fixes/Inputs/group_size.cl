/* Work-groups whose size leaves lanes or places for warps unused, and may be another. */

// clperf: launch global=1048576 local=16
__kernel void half_empty(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    out[i] = in[i] * 2;
}

// clperf: launch global=1048576 local=32 n=4
kernel void many(global const float *in, global float *out, int n)
{
    int i = get_global_id(0);
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum += in[i + j];
    out[i] = sum;
}

// clperf: launch global=1024x1024 local=4x4
__kernel void plane(__global const float *in, __global float *out)
{
    int i = get_global_id(0) + 1024 * get_global_id(1);
    out[i] = in[i] * 2;
}

// clperf: launch global=2048x512 local=8x1
__kernel void narrow(__global const float *in, __global float *out)
{
    int i = get_global_id(0) + 2048 * get_global_id(1);
    out[i] = in[i] * 2;
}

// clperf: launch global=1048576
__attribute__((reqd_work_group_size(16, 1, 1)))
__kernel void stated(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    out[i] = in[i] * 2;
}

// clperf: launch global=1048576
__kernel __attribute__((vec_type_hint(float4))) __attribute__((reqd_work_group_size(
    8, 1, 1))) void behind(__global const float4 *in, __global float4 *out)
{
    int i = get_global_id(0);
    out[i] = in[i] * 2;
}

#define SIZE 16
// A number that a macro has is left alone.
// clperf: launch global=1048576
__attribute__((reqd_work_group_size(SIZE, 1, 1)))
__kernel void by_macro(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    out[i] = in[i] * 2;
}

// One attribute is not for two sizes.
// clperf: launch global=1048576 local=16
// clperf: launch global=524288 local=8
__kernel void launched_twice(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    out[i] = in[i] * 2;
}
