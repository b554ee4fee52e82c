/* Literals without the suffix f. */

// clperf: launch global=262144 local=256
kernel void halves(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = 0.5 * x + 1.0;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void exponent(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = x * 1e-3 + 2E0;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void division(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = x / 3.0;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void comparison(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = x > 0.5 ? x * 0.75 : x + 0.125;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void no_digits(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = .5 * x + 2.;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void hexadecimal(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = x * 0x1.8p0 + 0x1p-1;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void vectors(global float2 *data, float y)
{
    float2 x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = x * (float2)(0.5 * y, 1.5 * y);
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void function(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = fabs(x - 0.5) * 0.9;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void several_lines(global float *data, float y)
{
    float x = data[get_global_id(0)];
    for (int i = 0; i < 64; i++)
        x = x * 0.5 +
            y * 1.5 -
            2.0;
    data[get_global_id(0)] = x;
}
