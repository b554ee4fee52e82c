// Of launches in a row, the next finds in the L2 what the one before has left there, if all of it
// fits; if not, nothing.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=sim -Wno-clperf 2>&1 \
// RUN:   | grep sectors | FileCheck %s

// CHECK: DRAM sectors {{[1-9]}}
// clperf: launch global=65536 local=256
__kernel void once(__global float *a)
{
    a[get_global_id(0)] *= 2;
}

// CHECK-NEXT: DRAM sectors 0
// clperf: launch global=65536 local=256 count=10
__kernel void small(__global float *a)
{
    a[get_global_id(0)] *= 2;
}

// CHECK-NEXT: DRAM sectors {{[1-9]}}
// clperf: launch global=4194304 local=256 count=10
__kernel void large(__global float *a)
{
    a[get_global_id(0)] *= 2;
}
