// What limits the resident work-groups, one kernel for each limit.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=occupancy -Wno-clperf 2>&1 \
// RUN:   | FileCheck %s

// CHECK: occupancy on gtx-980: 64 of 64 warps, 8 groups of 8 warps, limited by warps
// clperf: launch global=262144 local=256
__kernel void warps(__global float *a)
{
    a[get_global_id(0)] = 1;
}

// CHECK: 32 of 64 warps, 32 groups of 1 warps, limited by groups
// clperf: launch global=262144 local=32
__kernel void groups(__global float *a)
{
    a[get_global_id(0)] = 1;
}

// CHECK: 48 of 64 warps, 2 groups of 24 warps, limited by
// clperf: launch global=786432 local=768
__kernel void size(__global float *a)
{
    a[get_global_id(0)] = 1;
}

// CHECK: 32 of 64 warps, 4 groups of 8 warps, limited by local memory
// CHECK-NEXT: 256 items, {{[0-9]+}} registers per item, 20480 bytes of local memory
// clperf: launch global=262144 local=256
__kernel void local_memory(__global float *a)
{
    __local float t[5120];
    t[get_local_id(0)] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = t[255 - get_local_id(0)];
}

// CHECK: 16 of 64 warps, 2 groups of 8 warps, limited by local memory
// CHECK-NEXT: 49152 bytes of local memory
// clperf: launch global=262144 local=256 t=local:49152
__kernel void local_argument(__global float *a, __local float *t)
{
    t[get_local_id(0)] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = t[255 - get_local_id(0)];
}

// CHECK: limited by registers
// clperf: launch global=262144 local=256
__kernel void registers(__global float16 *a)
{
    int i = get_global_id(0);
    float16 u = a[i], v = a[i + 262144], w = a[i + 524288];
    a[i] = u * v + w;
    a[i + 262144] = u * w + v;
    a[i + 524288] = v * w + u;
}
