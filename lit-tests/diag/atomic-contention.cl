// Atomics of a warp on one address, and on an address for each work-item.
//
// RUN: %clperf-cc -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not=warning: %s

// clperf: launch global=1048576 local=256
__kernel void counter(__global const int *in, __global int *count)
{
    // CHECK: [[#@LINE+1]]:{{.*}}: warning: 32 work-items of each warp update 'count' at the same address, one after another; costs {{0\.0*[1-9]}}{{.*}} [-Wclperf-atomic-contention]
    atomic_add(&count[0], in[get_global_id(0)]);
}

// clperf: launch global=1048576 local=256
__kernel void own_counter(__global const int *in, __global int *count)
{
    atomic_add(&count[get_global_id(0)], in[get_global_id(0)]);
}
