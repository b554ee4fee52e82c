// A sub-group is a warp. What its work-items do together is known where their values are.
// The last sub-group of a work-group, and of a launch that the work-group size does not divide, is
// smaller: 36 work-items in groups of 40 are sub-groups of 32 and 4.
//
// RUN: %clperf-cc -fsyntax-only -cl-std=CL3.0 %s -fclperf-dump=access,trace 2>&1 | FileCheck %s
// RUN: %clperf-cc -fsyntax-only -cl-std=CL1.2 -Wno-implicit-function-declaration -DOLD %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OLD
// OLD: 'old' not analysed: local 40x1x1 does not divide global 36x1x1

#ifdef OLD
// clperf: launch global=36 local=40
__kernel void old(__global int *out)
{
    out[get_global_id(0)] = 1;
}
#else
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// Stores at the results: 4 bytes each, so one 32-byte sector holds 8 of them.
// CHECK: trace of ids: 2 warps of 32 lanes, {{[0-9]+}} patterns, exact
// CHECK: group 0 warp 0: 32 items
// CHECK: store out+0x1000000000 lanes 32 x 4 bytes pattern {{[0-9]+}} @[[# @LINE + 12]]
// CHECK: store out+0x1000000020 lanes 32
// CHECK: store out+0x1000000080 lanes 32
// CHECK: store out+0x1000000080 lanes 32
// CHECK: group 0 warp 1: 4 items
// CHECK: store out+0x1000000000 lanes 4
// CHECK: store out+0x1000000024 lanes 4
// CHECK: store out+0x1000000010 lanes 4
// CHECK: store out+0x1000000080 lanes 4
// clperf: launch global=36 local=40
__kernel void ids(__global int *out)
{
    out[get_sub_group_local_id()] = 1;
    out[get_sub_group_id() + 8] = 2;
    out[get_sub_group_size()] = 3;
    out[get_max_sub_group_size()] = 4;
}

// Of lanes 0 to 31: the value of lane 5, sums, extremes.
// CHECK: trace of together: 1 warps of 32 lanes, {{[0-9]+}} patterns, exact
// CHECK: store out+0x100000003c lanes 32 x 4 bytes pattern [[ONE:[0-9]+]] @[[# @LINE + 12]]
// CHECK: store out+0x10000007c0 lanes 32 x 4 bytes pattern [[ONE]]
// CHECK: store out+0x1000000008 lanes 32 x 4 bytes pattern [[ONE]]
// CHECK: store out+0x1000000060 lanes 32 x 4 bytes pattern [[ONE]]
// CHECK: store out+0x1000000004 lanes 32 x 4 bytes pattern [[ONE]]
// CHECK: store out+0x1000000000 lanes 32 x 4 bytes pattern [[ONE]]
// CHECK: store out+0x1000000000 lanes 32 x 4 bytes pattern [[ROW:[0-9]+]]
// CHECK: store out+0x1000000004 lanes 32 x 4 bytes pattern [[ROW]]
// clperf: launch global=32 local=32
__kernel void together(__global int *out)
{
    int lane = get_sub_group_local_id();
    out[sub_group_broadcast(lane * 3, 5)] = 1;
    out[sub_group_reduce_add(lane)] = 2;
    out[sub_group_reduce_min(lane + 2)] = 3;
    out[sub_group_reduce_max(24 - lane)] = 4;
    out[sub_group_any(lane == 7)] = 5;
    out[sub_group_all(lane < 31)] = 6;
    out[sub_group_scan_exclusive_add(1)] = 7;
    out[sub_group_scan_inclusive_max(lane) + 1] = 8;
}
#endif
