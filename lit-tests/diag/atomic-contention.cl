// Atomics of a warp on one address, on an address for each work-item, and on addresses that depend on
// data, but are few.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf-barrier-stall -Wclperf-atomic-contention 2>&1 | FileCheck --implicit-check-not=warning: %s

// clperf: launch global=1048576 local=256
__kernel void counter(__global const int *in, __global int *count)
{
    // CHECK: [[#@LINE+1]]:{{.*}}: warning: 32 work-items of each warp update 'count' at the same address, one after another; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-atomic-contention]
    atomic_add(&count[0], in[get_global_id(0)]);
}

// clperf: launch global=1048576 local=256
__kernel void own_counter(__global const int *in, __global int *count)
{
    atomic_add(&count[get_global_id(0)], in[get_global_id(0)]);
}

// clperf: launch global=1048576 local=256
__kernel void masked(__global const int *in, __global int *bins)
{
    // CHECK: [[#@LINE+2]]:{{.*}}: warning: all work-groups update the 8 counters of 'bins' in global memory; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-atomic-contention]
    // CHECK: note: count in local memory, which holds a copy for each work-group
    atomic_add(&bins[in[get_global_id(0)] & 7], 1);
}

// clperf: launch global=1048576 local=256
__kernel void remainder_local(__global const uint *in, __global int *out)
{
    __local int bins[1024];
    int lid = get_local_id(0);
    for (int i = lid; i < 1024; i += 256)
        bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint x = in[get_global_id(0)];
    for (int i = 0; i < 64; i++) {
        x = x * 1664525 + 1013904223;
        // CHECK: [[#@LINE+1]]:{{.*}}: warning: at least 8 of 32 work-items of each warp update 'bins' at the same address, one after another: there are only {{[0-9]+}}; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-atomic-contention]
        atomic_inc(&bins[4 * (x % 4)]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = lid; i < 1024; i += 256)
        out[get_group_id(0) * 1024 + i] = bins[i];
}

// clperf: launch global=1048576 local=256
__kernel void clamped(__global const int *in, __global int *bins)
{
    // CHECK: [[#@LINE+1]]:{{.*}}: warning: at least 2 of 32 work-items of each warp update 'bins' at the same address, one after another: there are only {{[0-9]+}}; costs {{.*}} [-Wclperf-atomic-contention]
    atomic_add(&bins[get_group_id(0) * 16 + clamp(in[get_global_id(0)], 0, 15)], 1);
}

// A local array has no more elements than it has.
// clperf: launch global=1048576 local=256
__kernel void small_array(__global const int *in, __global int *out)
{
    __local int bins[4];
    int lid = get_local_id(0);
    if (lid < 4)
        bins[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint x = in[get_global_id(0)];
    for (int i = 0; i < 64; i++) {
        x = x * 1664525 + 1013904223;
        // CHECK: [[#@LINE+1]]:{{.*}}: warning: at least 8 of 32 work-items of each warp update 'bins' at the same address, one after another: there are only {{[0-9]+}}; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-atomic-contention]
        atomic_inc(&bins[x]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 4)
        out[get_group_id(0) * 4 + lid] = bins[lid];
}

// A byte is one of 256 counters, of which local memory can have a copy; an integer is one of very many.
// clperf: launch global=1048576 local=256
__kernel void bytes(__global const uchar *in, __global int *bins)
{
    // CHECK: [[#@LINE+1]]:{{.*}}: warning: all work-groups update the 256 counters of 'bins' in global memory; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-atomic-contention]
    atomic_add(&bins[in[get_global_id(0)]], 1);
}

// clperf: launch global=1048576 local=256
__kernel void unbounded(__global const int *in, __global int *bins)
{
    atomic_add(&bins[in[get_global_id(0)]], 1);
}

// Each group of eight has its own.
// clperf: launch global=1048576 local=256
__kernel void own_bins(__global const int *in, __global int *bins)
{
    atomic_add(&bins[get_local_id(0) * 8 + (in[get_global_id(0)] & 7)], 1);
}
