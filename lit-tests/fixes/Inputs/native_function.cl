/* Elementary functions in full precision. */

// clperf: launch global=262144 local=256
kernel void with_cos(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = cos(x) + y;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void with_exp(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = exp(-x) * y;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void with_exp2(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = exp2(-x) + y;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void with_exp10(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = exp10(-x) + y;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void with_log(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = log(x + 2.0f) + y;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void with_log2(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = log2(x + 2.0f) + y;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void with_log10(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = log10(x + 2.0f) * y;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void with_powr(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = powr(x * x, y);
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void with_rsqrt(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = rsqrt(x * x + 1.0f) + y;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void with_sin(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = y - sin(x);
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void with_sqrt(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = sqrt(x * x + y * y);
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void with_tan(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = tan(x) * 0.25f + y;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void several(global float4 *data)
{
    float4 x = data[get_global_id(0)];
    for (int i = 0; i < 8; i++)
        x = sin(x) +
            cos(x.wzyx);
    data[get_global_id(0)] = x;
}

float bump(float x)
{
    return exp(-x * x);
}

// clperf: launch global=262144 local=256
kernel void in_a_helper(global float *data)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 32; i++)
        x = bump(x) + 1.0f;
    data[get_global_id(0)] = x;
}
