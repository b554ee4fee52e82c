// A loop between constants: its trips are counted before any launch.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=loops 2>&1 | FileCheck %s
//
// CHECK: loops of up: 1
// CHECK-NEXT: loop 0 {{[0-9]+}}:5 depth 1 header {{[0-9]+}} trips 10 by const
// CHECK: loops of down: 1
// CHECK-NEXT: trips 4 by const
// CHECK: loops of never: 1
// CHECK-NEXT: trips 0 by const
// CHECK: loops of none: 0

__kernel void up(__global float *a)
{
    float s = 0;
    for (int i = 0; i < 10; i++)
        s += a[i];
    a[get_global_id(0)] = s;
}

__kernel void down(__global float *a)
{
    float s = 0;
    for (int i = 40; i > 0; i -= 12)
        s += a[i];
    a[get_global_id(0)] = s;
}

__kernel void never(__global float *a)
{
    float s = 0;
    for (int i = 8; i < 8; i++)
        s += a[i];
    a[get_global_id(0)] = s;
}

__kernel void none(__global float *a)
{
    a[get_global_id(0)] = 0;
}
