// A launch with fewer work-groups than would fit: the SM holds what there is for it.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=occupancy -Wno-clperf 2>&1 \
// RUN:   | FileCheck %s

// CHECK: 8 of 64 warps, 1 groups of 8 warps, limited by launch
// clperf: launch global=4096 local=256
__kernel void launch(__global float *a)
{
    a[get_global_id(0)] = 1;
}
