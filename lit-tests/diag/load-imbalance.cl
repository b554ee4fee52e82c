// A group that does what all others together do, and groups that do the same.
//
// RUN: %clperf-cc -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not=warning: %s

// CHECK: [[#@LINE+2]]:{{.*}}: warning: work-group 0 of 'first_does_all' has {{(about )?[0-9.]+}} times the work of an average one, and the launch waits for it; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-load-imbalance]
// clperf: launch global=262144 local=256
__kernel void first_does_all(__global float *out)
{
    float x = get_global_id(0);
    if (get_group_id(0) == 0)
#pragma unroll 1
        for (int i = 0; i < 20000; i++)
            x = native_sin(x);
    out[get_global_id(0)] = x;
}

// clperf: launch global=262144 local=256
__kernel void all_do(__global float *out)
{
    float x = get_global_id(0);
#pragma unroll 1
    for (int i = 0; i < 200; i++)
        x = native_sin(x);
    out[get_global_id(0)] = x;
}
