/* Divisions whose divisor a loop leaves alone, or that a native reciprocal can stand for. */

// clperf: launch global=262144 local=256
kernel void by_argument(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = x / y + 1.0f;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void by_sum(global float *data, float y)
{
    float x = data[get_global_id(0)], z = x * x;
    for (int i = 0; i < 64; i++) {
        x = x * 2.0f / (z + y) - 1.0f;
    }
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void by_member(global float *data, float4 v)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = (x + i) / v.x;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void assigned(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x /= y + 1.0f;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void by_number(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = x / 3.0f + y;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void nested(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            x = x / y + i * j;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256 n=50
kernel void in_while(global float *data, float y, int n)
{
    float x = data[get_global_id(0)];
    while (n-- > 0)
        x = x / y + 1.0f;
    data[get_global_id(0)] = x;
}

// The outer loop changes the divisor, the inner one does not.
// clperf: launch global=262144 local=256
kernel void inner(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 8; i++) {
        y += 2.0f;
        for (int j = 0; j < 32; j++)
            x = x / y + i * j;
    }
    data[get_global_id(0)] = x;
}

// Nothing to keep: each iteration divides by something else.
// clperf: launch global=262144 local=256
kernel void changing(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = y / (x * x + 1.0f);
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void by_call(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = (float)i / fabs(y + x) + 1.0f;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void by_cast(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 1; i < 64; i++)
        x = (x + y) / (float)i;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void vectors(global float4 *data, float4 y)
{
    float4 x = data[get_global_id(0)];
    for (int i = 0; i < 16; i++)
        x = x / (y + x);
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void several_lines(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = x / (x +
                 y);
    data[get_global_id(0)] = x;
}

#define HALVED(a) ((a) / (y + (a)))
// What a macro makes is left alone.
// clperf: launch global=262144 local=256
kernel void by_macro(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = HALVED(x);
    data[get_global_id(0)] = x;
}
