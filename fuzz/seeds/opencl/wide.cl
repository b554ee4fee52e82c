__kernel void longest(__global float *out, __constant float *table)
{
    float sum = 0;
    for (int i = 0; i < 18446744073709551615; i++)
        sum += table[get_group_id(0) % 64 + i];
    out[get_global_id(0)] = sum;
}

// clperf: launch global=1024 local=64
__kernel void farthest(__global float *out)
{
    out[4611686018427387904L] = out[get_global_id(0) + 9223372036854775807L];
}
