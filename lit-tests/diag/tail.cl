// A wave of one group at the end of a launch: nearly half of the time where there are two, nothing
// where the waves are full or many.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf-occupancy -Wclperf-tail 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning: %s

// CHECK: [[#@LINE+3]]:{{.*}}: warning: 'one_more' runs in 2 rounds of up to 32 work-groups, and the last round has only 1; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-tail]
// CHECK: note: 32 work-groups that loop over the data fill whole rounds
// clperf: launch global=2112 local=64
__kernel void one_more(__global float *out)
{
    __local float tile[10000];
    float x = get_global_id(0);
    tile[get_local_id(0)] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    x = tile[0];
#pragma unroll 1
    for (int i = 0; i < 256; i++)
        x = native_sin(x);
    out[get_global_id(0)] = x;
}

// clperf: launch global=4096 local=64
__kernel void full(__global float *out)
{
    __local float tile[10000];
    float x = get_global_id(0);
    tile[get_local_id(0)] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    x = tile[0];
#pragma unroll 1
    for (int i = 0; i < 256; i++)
        x = native_sin(x);
    out[get_global_id(0)] = x;
}
