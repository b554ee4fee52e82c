// Loops in loops: outer ones first, and bounds in the outer loops' variables.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=loops 2>&1 | FileCheck %s
//
// CHECK: loops of triangle: 2
// CHECK-NEXT: loop 0 [[#@LINE+9]]:5 depth 1 header {{[0-9]+}} trips max(0, n) by scev
// CHECK-NEXT: loop 1 [[#@LINE+9]]:9 depth 2 header {{[0-9]+}} trips i by scev
// CHECK: loops of three: 3
// CHECK-NEXT: loop 0 {{.*}} depth 1 {{.*}} trips 3 by const
// CHECK-NEXT: loop 1 {{.*}} depth 2 {{.*}} trips 4 by const
// CHECK-NEXT: loop 2 {{.*}} depth 3 {{.*}} trips 5 by const
__kernel void triangle(__global float *a, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            s += a[i * n + j];
    a[get_global_id(0)] = s;
}

__kernel void three(__global float *a)
{
    float s = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 5; k++)
                s += a[i + 8 * j + 64 * k];
    a[get_global_id(0)] = s;
}
