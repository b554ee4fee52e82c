// Loops between constants that are too long to go away are unrolled by the largest power of two up to 8 that
// divides their trip count, if their body does not become too large; others four times, and as often as the source says.
//
// RUN: %clperf-cc -fsyntax-only -cl-std=CL2.0 %s -fclperf-dump=cfg 2>&1 | FileCheck %s

// CHECK: cfg of a_thousand (machine view): {{.*}} 9 accesses
// clperf: launch global=32 local=32
__kernel void a_thousand(__global const float *a, __global float *b)
{
    float s = 0;
    for (int j = 0; j < 1000; j++)
        s += a[32 * j + get_global_id(0)];
    b[get_global_id(0)] = s;
}

// CHECK: cfg of four (machine view): {{.*}} 5 accesses
// clperf: launch global=32 local=32
__kernel void four(__global const float *a, __global float *b)
{
    float s = 0;
    for (int j = 0; j < 1004; j++)
        s += a[32 * j + get_global_id(0)];
    b[get_global_id(0)] = s;
}

// CHECK: cfg of large (machine view): {{.*}} 5 accesses
// clperf: launch global=32 local=32
__kernel void large(__global const float *a, __global float *b)
{
    float s = 0;
    for (int j = 0; j < 1024; j++) {
        float x = a[32 * j + get_global_id(0)];
        s = s * 3 + x * x * x * x * x * x * (x + 1) * (x + 2) * (x + 3) * (x + 4) * (x + 5) * (x + 6) * (x + 7);
    }
    b[get_global_id(0)] = s;
}

// CHECK: cfg of said (machine view): {{.*}} 3 accesses
// clperf: launch global=32 local=32
__kernel void said(__global const float *a, __global float *b)
{
    float s = 0;
#pragma unroll 2
    for (int j = 0; j < 1024; j++)
        s += a[32 * j + get_global_id(0)];
    b[get_global_id(0)] = s;
}

// CHECK: cfg of not_constant (machine view): {{.*}} 6 accesses
// clperf: launch global=32 local=32 n=1024
__kernel void not_constant(__global const float *a, __global float *b, int n)
{
    float s = 0;
    for (int j = 0; j < n; j++)
        s += a[32 * j + get_global_id(0)];
    b[get_global_id(0)] = s;
}
