/* Elements that a loop reads or writes again and again, since another pointer might lead there. */

// clperf: launch global=65536 local=256
kernel void row_sums(global const float *in, global float *sum, global float *other)
{
    int i = get_global_id(0);
#pragma unroll 1
    for (int j = 0; j < 64; j++) {
        float x = in[(i + j) & 1023];
        sum[i] += x;
        other[i] += x * x;
    }
}

// clperf: launch global=65536 local=256
kernel void factor(global const float *in, global float *sum, global float *other)
{
    int i = get_global_id(0);
#pragma unroll 1
    for (int j = 0; j < 16; j++)
        sum[j * 65536 + i] = in[(i + j) & 1023] * other[i];
}

// clperf: launch global=65536 local=256
kernel void indexed(global const int *in, global int *sum, global int *other)
{
    int i = get_global_id(0);
#pragma unroll 1
    for (int j = 0; j < 64; j++) {
        sum[2 * i + 1] ^= in[(i * 4 + j) & 4095];
        other[(i)] |= in[j];
    }
}

// clperf: launch global=65536 local=256
kernel void spelled_out(global const float *in, global float *sum, global float *other)
{
    int i = get_global_id(0);
#pragma unroll 1
    for (int j = 0; j < 64; j++) {
        sum[i] = sum[i] * 0.5f + in[(i + j) & 1023];
        other[i] = other[ i ] - 1;
    }
}

// clperf: launch global=65536 local=256
kernel void taken_name(global const float *in, global float *sum, global float *other)
{
    int i = get_global_id(0);
    float kept = 1;
#pragma unroll 1
    for (int j = 0; j < 64; j++) {
        sum[i] += in[(i + j) & 1023] * kept;
        other[i] -= kept;
    }
}

// clperf: launch global=65536 local=256
kernel void wide(global const float4 *in, global float4 *sum, global float4 *other)
{
    int i = get_global_id(0);
#pragma unroll 1
    for (int j = 0; j < 64; j++) {
        sum[i] += in[(i + j) & 1023];
        other[i] *= sum[i];
    }
}

// clperf: launch global=65536 local=256
kernel void nested(global const float *in, global float *sum, global float *other)
{
    int i = get_global_id(0);
    for (int k = 0; k < 4; k++)
#pragma unroll 1
        for (int j = 0; j < 32; j++) {
            sum[i] += in[(i + j + k) & 1023];
            other[i] += 1;
        }
}

// clperf: launch global=65536 local=256
kernel void under_if(global const float *in, global float *sum, global float *other)
{
    int i = get_global_id(0);
    if (i < 60000)
#pragma unroll 1
        for (int j = 0; j < 64; j++) {
            sum[i] += in[(i + j) & 1023];
            other[i] += sum[i];
        }
}

// clperf: launch global=65536 local=256
kernel void extremes(global const float *in, global float *sum, global float *other)
{
    int i = get_global_id(0);
#pragma unroll 1
    for (int j = 0; j < 64; j++) {
        sum[i] = fmax(sum[i], in[(i + j) & 1023]);
        other[i] = fmin(other[i], in[(i + j) & 1023]);
    }
}
