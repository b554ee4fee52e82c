// Each load of a list waits for the one before it, and finds its element in the smallest cache that holds the list:
// a million steps take that cache's latency each, 33 cycles of the L1 and 200 of the L2 of an A100 at 1.41 GHz, or
// 430 and more of DRAM.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=a100-80gb -fclperf-dump=sim -Wno-clperf 2>&1 | grep time | FileCheck %s
// On AMD's GPUs the scalar unit follows them, whose cache of 16 KB is smaller than any of the lists.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=mi210 -fclperf-dump=sim -Wno-clperf 2>&1 | grep time | FileCheck --check-prefix=SCALAR %s

int last_of(__global const int *from, int steps)
{
    int at = 0;
    for (int n = 0; n < steps; n++)
        at = from[at];
    return at;
}

// CHECK: time {{2[2-9]|3[0-3]}}.{{.*}} bound by latency
// clperf: launch global=1 local=1 count=3 steps=1000000 from=elements:8192 to=elements:1
__kernel void in_l1(__global const int *from, __global int *to, int steps)
{
    to[0] = last_of(from, steps);
}

// CHECK-NEXT: time 1{{[4-6]}}{{[0-9]}}.{{.*}} bound by latency
// SCALAR: time {{[12]}}{{[0-9][0-9]}}.
// SCALAR: time {{[12]}}{{[0-9][0-9]}}.
// clperf: launch global=1 local=1 count=3 steps=1000000 from=elements:2097152 to=elements:1
__kernel void in_l2(__global const int *from, __global int *to, int steps)
{
    to[0] = last_of(from, steps);
}

// CHECK-NEXT: time {{3[2-9]}}{{[0-9]}}.{{.*}} bound by latency
// clperf: launch global=1 local=1 count=3 steps=1000000 from=elements:268435456 to=elements:1
__kernel void in_dram(__global const int *from, __global int *to, int steps)
{
    to[0] = last_of(from, steps);
}

// The same of pointers: they lead into the buffer that the first one is of.
// CHECK-NEXT: time 1{{[4-6]}}{{[0-9]}}.{{.*}} bound by latency
// clperf: launch global=1 local=1 count=3 steps=1000000 from=elements:1048576 to=elements:1
__kernel void by_pointers(__global ulong *from, __global ulong *to, int steps)
{
    __global ulong *at = from;
    for (int n = 0; n < steps; n += 8)
#pragma unroll
        for (int k = 0; k < 8; k++)
            at = (__global ulong *)*at;
    to[0] = (ulong)at;
}

// What is loaded at places that do not depend on it is asked for ahead.
// CHECK-NEXT: time {{[1-9]|[1-5][0-9]}}.{{.*}} bound by latency
// clperf: launch global=1 local=1 count=3 steps=1000000 from=elements:1000000 to=elements:1
__kernel void one_after_another(__global const int *from, __global int *to, int steps)
{
    int sum = 0;
    for (int n = 0; n < steps; n++)
        sum += from[n];
    to[0] = sum;
}

// So is what is loaded at a place of the iteration before, unless that place was loaded at one before it.
// CHECK-NEXT: time {{4[0-9]|5[0-9]}}.{{.*}} bound by latency
// clperf: launch global=1 local=1 count=3 steps=1000000 from=elements:2097152 places=elements:1000001 to=elements:1
__kernel void places_before(__global const int *from, __global const int *places, __global int *to, int steps)
{
    int at = 0, sum = 0;
    for (int n = 0; n < steps; n++) {
        sum += from[at];
        at = places[n];
    }
    to[0] = sum;
}

// A table of pointers is no list, also where two are loaded from it: they lead anywhere, not into the table.
// CHECK-NEXT: time {{[3-9]}}.{{.*}} bound by dram
// clperf: launch global=4194304 local=256 rows=elements:64 out=elements:4194304
__kernel void one_of_two(__global const ulong *rows, __global float *out)
{
    int i = get_global_id(0);
    __global const float *a = (__global const float *)rows[i & 7];
    __global const float *b = (__global const float *)rows[(i & 7) + 8];
    __global const float *p = out[i] > 0 ? a : b;
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += p[k * 4096 + i];
    out[i] = sum;
}
