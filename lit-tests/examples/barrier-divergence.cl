// Barriers that some work-items of a group do not reach: a warning without a cost, whatever the
// threshold is. Silent where all come, where whole groups go another way, and where it depends on
// what is not known.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-no-cache -Wclperf=1000ms 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="[-Wclperf-barrier"
// RUN: %clperf-cc -fsyntax-only %s -fclperf-no-cache -Wno-clperf-barrier-divergence \
// RUN:   -Wno-clperf-barrier-stall 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty
// RUN: not %clperf-cc -fsyntax-only %s -fclperf-no-cache -Werror=clperf-barrier-divergence 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR
// OFF-NOT: [-Wclperf-barrier
// ERROR: error: only 16 of the 64 work-items of a work-group reach this barrier, which is undefined behaviour

// Some lanes of each warp.
// CHECK: :[[# @LINE + 6]]:9: warning: only 16 of the 64 work-items of a work-group reach this barrier, which is undefined behaviour [-Wclperf-barrier-divergence]
// CHECK: note: take it out of the branch or loop
// clperf: launch global=256 local=64
__kernel void some_lanes(__global int *out)
{
    if (get_local_id(0) % 4 == 1)
        barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

// Warps that have returned.
// CHECK: :[[# @LINE + 6]]:5: warning: only 36 of the 64 work-items of a work-group reach this barrier, which is undefined behaviour [-Wclperf-barrier-divergence]
// clperf: launch global=128 local=64 n=100
__kernel void returned(__global int *out, int n)
{
    if (get_global_id(0) >= n)
        return;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

// Warps at two barriers.
// CHECK: :[[# @LINE + 7]]:9: warning: only 32 of the 64 work-items of a work-group reach this barrier, which is undefined behaviour [-Wclperf-barrier-divergence]
// CHECK: :[[# @LINE + 8]]:9: note: the others wait at this barrier
// CHECK: :[[# @LINE + 7]]:9: warning: only 32 of the 64 work-items of a work-group reach this barrier, which is undefined behaviour [-Wclperf-barrier-divergence]
// clperf: launch global=128 local=64
__kernel void two(__global int *out)
{
    if (get_local_id(0) < 32)
        barrier(CLK_LOCAL_MEM_FENCE);
    else
        barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

// A loop that goes round once more for some.
// CHECK: :[[# @LINE + 5]]:9: warning: only 32 of the 64 work-items of a work-group reach this barrier, which is undefined behaviour [-Wclperf-barrier-divergence]
// clperf: launch global=128 local=64
__kernel void iterations(__global int *out)
{
    for (int i = 0; i < 3 + (int)(get_local_id(0) & 1); i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = i;
    }
}

// A tree over the group: all come in every round.
// clperf: launch global=256 local=64
__kernel void tree(__global int *out, __local int *sum)
{
    int lid = get_local_id(0);
    sum[lid] = lid;
    for (int s = 32; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < s)
            sum[lid] += sum[lid + s];
    }
    out[get_group_id(0)] = sum[0];
}

// Whole groups.
// clperf: launch global=256 local=64
__kernel void by_group(__global int *out)
{
    if (get_group_id(0) & 1)
        return;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}

// Ways that meet before the barrier.
// clperf: launch global=256 local=64
__kernel void met(__global const int *in, __global int *out)
{
    int gid = get_global_id(0), x = 0;
    if (in[gid] > 3)
        x = 1;
    else if (gid & 1)
        x = 2;
    for (int i = 0; i < in[gid]; i++)
        x += i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = x;
}

// Nobody knows.
// clperf: launch global=256 local=64
__kernel void by_data(__global const int *in, __global int *out, int n)
{
    int gid = get_global_id(0);
    if (in[gid] > 3)
        barrier(CLK_LOCAL_MEM_FENCE);
    if (gid >= n)
        return;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = 1;
}
