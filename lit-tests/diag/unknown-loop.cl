// Loops whose trip count needs a value that nobody gave. Not a loop with a constant one, nor one
// that the launch decides.
//
// What is the same on several GPUs is said once.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980,a100 2>&1 | FileCheck %s --implicit-check-not=warning:

// CHECK: unknown-loop.cl:[[#@LINE+7]]:5: warning: the trip count of this loop is not known; the time is for 32 iterations [-Wclperf-unknown-loop]
// CHECK: note: it is max(0, n); give the values with a launch
// CHECK-NEXT: note: on gtx-980, launch
// CHECK-NEXT: note: on a100, launch
__kernel void missing(__global float *p, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i];
    p[get_global_id(0)] = sum;
}

// CHECK: unknown-loop.cl:[[#@LINE+5]]:5: warning: the trip count of this loop is not known; the time is for 32 iterations [-Wclperf-unknown-loop]
// clperf: launch global=65536 local=256
__kernel void by_data(__global float *p, __global const int *ends)
{
    float sum = 0;
    for (int i = 0; i < ends[get_global_id(0)]; i++)
        sum += native_sqrt(sum + i);
    p[get_global_id(0)] = sum;
}

// Several loops of a kernel want the same launch: one finding names them all.
// CHECK: unknown-loop.cl:[[#@LINE+5]]:5: warning: the trip count of this loop is not known; the time is for 32 iterations [-Wclperf-unknown-loop]
// CHECK: note: it is max(0, n); give the values with a launch
// CHECK: unknown-loop.cl:[[#@LINE+5]]:9: note: nor is that of this one, taken for 8, it is max(0, m)
__kernel void several(__global float *p, int n, int m)
{
    for (int i = 0; i < n; i++) {
        p[i] = 0;
        for (int j = 0; j < m; j++)
            p[i] += p[j];
    }
}

// clperf: launch global=65536 local=256 n=48
__kernel void given(__global float *p, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += native_sqrt(sum + i);
    p[get_global_id(0)] = sum;
}

// clperf: launch global=65536 local=256
__kernel void constant_bound(__global float *p)
{
    float sum = p[get_global_id(0)];
    for (int i = 0; i < 3; i++)
        if (sum > i)
            sum += native_sqrt(sum + i);
    p[get_global_id(0)] = sum;
}
