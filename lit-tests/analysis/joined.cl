// What three-input instructions do in one: two additions, and logic on up to three words. What goes
// into another operation so counts as joined; not where a fourth word comes in, or where something
// else wants it too.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-dump=cfg 2>&1 | FileCheck %s

// CHECK-LABEL: cfg of three_summands (machine view)
// CHECK: compute int 1 joined-sum 1, {{.*}} @[[#@LINE+3]]:
__kernel void three_summands(__global int *p, int a, int b, int c)
{
    *p = a + b + c;
}

// CHECK-LABEL: cfg of four_summands (machine view)
// CHECK: compute int 2 joined-sum 1, {{.*}} @[[#@LINE+3]]:
__kernel void four_summands(__global int *p, int a, int b, int c, int d)
{
    *p = a + b + c + d;
}

// CHECK-LABEL: cfg of choice (machine view)
// CHECK: compute int 1 joined-logic 2, {{.*}} @[[#@LINE+3]]:
__kernel void choice(__global uint *p, uint b, uint c, uint d)
{
    *p = d ^ (b & (c ^ d));
}

// CHECK-LABEL: cfg of four_words (machine view)
// CHECK: compute int 2 joined-logic 1, {{.*}} @[[#@LINE+3]]:
__kernel void four_words(__global uint *p, uint a, uint b, uint c, uint d)
{
    *p = a & (b ^ (c | d));
}

// CHECK-LABEL: cfg of wanted_twice (machine view)
// CHECK: compute int 2, {{.*}} @[[#@LINE+3]]:
__kernel void wanted_twice(__global int *p, int a, int b, int c)
{
    int sum = a + b;
    *p = sum + c;
    p[1] = sum;
}
