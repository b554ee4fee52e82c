// The resource that a kernel is made to wear out is the one that bounds it.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=sim -Wno-clperf 2>&1 \
// RUN:   | grep time | FileCheck %s

// CHECK: bound by dram
// clperf: launch global=4194304 local=256
__kernel void stream(__global const float *a, __global float *b)
{
    b[get_global_id(0)] = a[get_global_id(0)];
}

// CHECK-NEXT: bound by fp32
// clperf: launch global=262144 local=256
__kernel void arithmetic(__global float *a)
{
    float x = a[get_global_id(0)], y = x + 1, z = x + 2, w = x + 3;
    for (int i = 0; i < 64; i++) {
        x = x * x + 0.5f;
        y = y * y + 0.5f;
        z = z * z + 0.5f;
        w = w * w + 0.5f;
    }
    a[get_global_id(0)] = x + y + z + w;
}

// CHECK-NEXT: bound by shared
// clperf: launch global=262144 local=256
__kernel void conflicts(__global float *a)
{
    __local float t[256 * 32];
    int i = get_local_id(0);
    for (int j = 0; j < 32; j++)
        t[32 * i + j] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    float s = 0;
    for (int j = 0; j < 32; j++)
        s += t[32 * i + (j ^ 1)];
    a[get_global_id(0)] = s;
}

// CHECK-NEXT: bound by latency
// clperf: launch global=128 local=32
__kernel void chase(__global const int *next, __global int *last)
{
    int j = get_global_id(0);
    for (int i = 0; i < 64; i++)
        j = next[j * 64 + i * 2];
    last[get_global_id(0)] = j;
}
