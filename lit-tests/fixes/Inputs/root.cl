/* Divisions by square roots, which rsqrt() can stand for, and some that it cannot. */

// clperf: launch global=262144 local=256
kernel void of_one(global float *data)
{
    float x = data[get_global_id(0)];
#pragma unroll 1
    for (int i = 0; i < 64; i++)
        x = 1.0f / sqrt(x + i) + 2.0f;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void of_one_enclosed(global float *data)
{
    float x = data[get_global_id(0)];
#pragma unroll 1
    for (int i = 0; i < 64; i++)
        x = x * (1 / (sqrt(x * x + 3.0f))) + 2.0f;
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void of_value(global float *data, float y)
{
    float x = data[get_global_id(0)];
#pragma unroll 1
    for (int i = 0; i < 64; i++)
        x = (x + y) / sqrt(x * x + y);
    data[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
kernel void assigned(global float *data, float y)
{
    float x = data[get_global_id(0)];
#pragma unroll 1
    for (int i = 0; i < 64; i++)
        x /= sqrt(x * x + y);
    data[get_global_id(0)] = x;
}

// A quotient of a quotient is no product.
// clperf: launch global=262144 local=256
kernel void twice(global float *data, float y)
{
    float x = data[get_global_id(0)];
#pragma unroll 1
    for (int i = 0; i < 64; i++)
        x = x / 1.0f / sqrt(x * x + y);
    data[get_global_id(0)] = x;
}

// What is compared must be rounded as it was.
// clperf: launch global=262144 local=256
kernel void compared(global float *data)
{
    float x = data[get_global_id(0)];
#pragma unroll 1
    for (int i = 0; i < 64; i++)
        x = 1.0f / sqrt(x + 1.0f) > 0.5f ? x + 1.0f : 0.0f;
    data[get_global_id(0)] = x;
}

// The root is needed itself.
// clperf: launch global=262144 local=256
kernel void used_twice(global float *data)
{
    float x = data[get_global_id(0)];
#pragma unroll 1
    for (int i = 0; i < 64; i++) {
        float root = sqrt(x + 3.0f);
        x = 1.0f / root + root;
    }
    data[get_global_id(0)] = x;
}
