// Divergence: costs what packing the lanes of a group into warps would save; a branch that whole
// warps agree on costs nothing.
//
// RUN: %clperf-cc -fsyntax-only %s -Wclperf-divergence=0%% 2>&1 | FileCheck %s
//
// CHECK-NOT: warning:
// CHECK: [[#@LINE+8]]:{{.*}}: warning: warps take both sides of this branch each time, one after the other; costs 0.
// CHECK-NOT: warning:

// clperf: launch global=262144 local=256
__kernel void lanes(__global float *a)
{
    int i = get_global_id(0);
    float s = a[i];
    if (i % 2)
        for (int j = 0; j < 64; j++)
            s = s * s + 0.5f;
    else
        for (int j = 0; j < 64; j++)
            s = s * s - 0.25f;
    a[i] = s;
}

// clperf: launch global=262144 local=256
__kernel void warps(__global float *a)
{
    int i = get_global_id(0);
    float s = a[i];
    if (get_local_id(0) < 128)
        for (int j = 0; j < 64; j++)
            s = s * s + 0.5f;
    else
        for (int j = 0; j < 64; j++)
            s = s * s - 0.25f;
    a[i] = s;
}
