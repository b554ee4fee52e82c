// A bound that comes from memory has no formula that a launch could settle.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=loops 2>&1 | FileCheck %s
//
// CHECK: loops of rows: 1
// CHECK-NEXT: trips unknown by none
// CHECK: loops of list: 1
// CHECK-NEXT: trips unknown by none

// clperf: launch global=256 local=64
__kernel void rows(__global const int *row, __global const float *value, __global float *sum)
{
    int i = get_global_id(0);
    float s = 0;
    for (int j = row[i]; j < row[i + 1]; j++)
        s += value[j];
    sum[i] = s;
}

// clperf: launch global=256 local=64
__kernel void list(__global const int *next, __global int *length)
{
    int i = get_global_id(0), n = 0;
    for (int j = i; j >= 0; j = next[j])
        n++;
    length[i] = n;
}
