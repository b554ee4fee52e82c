// A side of a branch that never ends says nothing of the launch, and is looked at once.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-no-cache -fclperf-budget=20s 2>&1 | FileCheck %s
// CHECK: endless-loop.cl:[[#@LINE+1]]:1: warning: 'f' not analysed: the loop at line [[#@LINE+4]] has no exit
kernel void f(global int *a)
{
    if (get_global_id(0) >= 4)
        for (;;)
            ;
    a[get_global_id(0)] = 1;
}
