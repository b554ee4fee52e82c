// Asynchronous copies are loops of the work-group at the place of the call: element by element, the
// work-items in order. Waiting for them is a barrier; a prefetch is nothing.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-no-cache -fclperf-dump=access,loops,cfg 2>&1 | FileCheck %s

// 100 elements by 64 work-items: two warps of 32, then 32 and 4 lanes, in both groups. 400 bytes are
// 12.5 sectors of 32; group 0 begins at a sector, and group 1 in the middle of one.
// CHECK: cfg of row (source view)
// CHECK-NOT: prefetch
// CHECK: barrier @[[# @LINE + 11]]:5
// CHECK: loops of row: 1
// CHECK-NEXT: loop 0 [[# @LINE + 8]]:17 depth 1
// CHECK: accesses of row over 2 groups
// CHECK-NEXT: access 0 [[# @LINE + 6]]:17 load global in 4 bytes: 8 requests, 3.625 sectors 1.375 lines, ideal 3.25
// CHECK-NEXT: access 1 [[# @LINE + 5]]:17 store local tile 4 bytes: 8 requests
// clperf: launch global=128 local=64 tile=local:400
__kernel void row(__global const float *in, __global float *out, __local float *tile)
{
    prefetch(in, 100);
    event_t e = async_work_group_copy(tile, in + get_group_id(0) * 100, 100, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = tile[get_local_id(0)];
}

// Every third float4: the 8 lanes are 48 bytes apart, 16 bytes each: a sector each.
// CHECK: accesses of column over 1 groups
// CHECK-NEXT: access 0 {{.*}} load local tile 16 bytes
// CHECK-NEXT: access 1 {{.*}} store global out 16 bytes: 1 requests, 8 sectors 3 lines, ideal 4
// clperf: launch global=32 local=32 tile=local:128
__kernel void column(__global float4 *out, __local float4 *tile)
{
    event_t e = async_work_group_strided_copy(out, tile, 8, 3, 0);
    wait_group_events(1, &e);
}
