// A kernel that does next to nothing takes as long as its launch, and says so.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980,a100,mi250x -fclperf-dump=sim -Wno-clperf \
// RUN:   2>&1 | FileCheck %s
//
// CHECK-COUNT-3: time 0.00{{[1-5][0-9]+}} ms {{.*}}, bound by launch

// clperf: launch global=32 local=32
__kernel void little(__global float *a)
{
    a[get_global_id(0)] = 1;
}
