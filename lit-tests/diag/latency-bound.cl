// A chain of loads in few warps waits; as many loads that do not depend on each other do not.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf-uncoalesced 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning: %s

// CHECK: [[#@LINE+2]]:{{.*}}: warning: warps of 'chain' wait for memory: the busiest resource, {{.*}}, is in use {{[0-9]+}} % of the time; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-latency-bound]
// clperf: launch global=4096 local=128
__kernel void chain(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < 256; j++)
        sum = sum * 0.5f + in[j * 4096 + i];
    out[i] = sum;
}

// clperf: launch global=1048576 local=128
__kernel void wide(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    out[i] = in[i] + in[i + 1048576] + in[i + 2097152] + in[i + 3145728];
}
