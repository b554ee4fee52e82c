// What a work-group does together: all its warps wait, and then have the same result, which is not
// known. It decides for all lanes alike. A scan gives each its own.
//
// RUN: %clperf-cc -fsyntax-only -cl-std=CL2.0 %s -fclperf-dump=access,trace 2>&1 | FileCheck %s

// CHECK: accesses of together over 1 groups
// CHECK-NEXT: load global in
// CHECK-NEXT: store global out 4 bytes: 2 requests, 32 sectors 32 lines, ideal 4, followed: a branch {{.*}}depends on data that is not known
// CHECK-NEXT: store global out 4 bytes: 2 requests, 1 sectors 1 lines, ideal 4, uniform
// CHECK-NEXT: load global in
// CHECK-NEXT: store global out 4 bytes: 2 requests, 1 sectors 1 lines, ideal 4, uniform, followed: an address depends on data that is not known
// CHECK: trace of together: 2 warps {{.*}}, unknown: a branch depends on data that is not known
// CHECK: group 0 warp 0:
// CHECK: barrier @[[# @LINE + 6]]:9
// CHECK-NEXT: compute 1
// CHECK-NEXT: barrier @[[# @LINE + 4]]:9
// clperf: launch global=64 local=64
__kernel void together(__global int *out, __global const int *in)
{
    if (work_group_any(in[get_global_id(0)] == 3))
        out[get_global_id(0) * 32] = 1;
    out[0] = 2;
    out[work_group_reduce_add(in[get_local_id(0)])] = 3;
}

// CHECK: accesses of apart over 1 groups
// CHECK-NEXT: load global in 4 bytes: 2 requests
// CHECK-NEXT: store global out 4 bytes: 2 requests, {{.*}}, unknown: an address depends on data that is not known
// clperf: launch global=64 local=64
__kernel void apart(__global int *out, __global const int *in)
{
    out[work_group_scan_inclusive_add(in[get_local_id(0)])] = 3;
}
