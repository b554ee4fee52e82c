// What a compiler computes itself costs nothing: functions and arithmetic of constants, also of
// variables and arguments of helpers that are constants, and divisions by powers of two. Functions
// that have no native form are not reported.
//
// RUN: %clperf-cc -fsyntax-only %s -Wclperf-slow-math=0.000001ms 2>&1 \
// RUN:   | FileCheck --implicit-check-not=clperf-slow-math %s

float scaled(float x, float width)
{
    return x * exp(-0.5f / (width * width));
}

// clperf: launch global=1048576 local=256
__kernel void constants(__global float *out)
{
    int i = get_global_id(0);
    double two = 2.0;
    float factor = two * M_PI, x = out[i];

#pragma unroll 1
    for (int j = 0; j < 64; j++)
        x = scaled(x, 1.5f) * sqrt(2.0f / M_PI_F) + pow(2.0f, 3.5f) * cos(factor);
    out[i] = x;
}

// clperf: launch global=1048576 local=256
__kernel void powers(__global float *out)
{
    int i = get_global_id(0);
    float x = out[i];

#pragma unroll 1
    for (int j = 0; j < 64; j++)
        x = x / 8.0f + 1.0f / -0.25f;
    out[i] = x;
}

// clperf: launch global=1048576 local=256
__kernel void without_native_form(__global float *out)
{
    int i = get_global_id(0);
    float x = out[i];

#pragma unroll 1
    for (int j = 0; j < 64; j++)
        x = atan(x) + erf(x) + tanh(x);
    out[i] = x;
}

// clperf: launch global=1048576 local=256
__kernel void third(__global float *out)
{
    int i = get_global_id(0);
    float x = out[i];

#pragma unroll 1
    for (int j = 0; j < 64; j++)
        // CHECK: [[#@LINE+1]]:15: warning: division in full precision{{.*}} [-Wclperf-slow-math]
        x = x / 3.0f + sqrt(2.0f);
    out[i] = x;
}
