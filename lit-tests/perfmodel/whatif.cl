// What a defect costs: nearly all of it where nothing else is slow, nothing where something else
// hides it. The thresholds report by time or by share.
//
// RUN: %clperf-cc -fsyntax-only %s 2>&1 | FileCheck --check-prefix=USUAL %s
// RUN: %clperf-cc -fsyntax-only %s -Wclperf-uncoalesced=0%% 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: %clperf-cc -fsyntax-only %s -Wclperf-uncoalesced=5%% 2>&1 \
// RUN:   | FileCheck --check-prefix=USUAL %s
// RUN: %clperf-cc -fsyntax-only %s -Wclperf-uncoalesced=5ms 2>&1 \
// RUN:   | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %clperf-cc -fsyntax-only %s -Wclperf-uncoalesced=0.01ms 2>&1 \
// RUN:   | FileCheck --check-prefix=USUAL %s
//
// USUAL-NOT: warning:
// USUAL: warning: each warp's store to 'out' touches 32 sectors of 32 bytes where 4 would do: {{.*}}; costs 0.0{{[3-9]}}
// USUAL-NOT: warning:
//
// ALL: warning: each warp's store to 'out' touches 32 sectors
// ALL: warning: each warp's load from 'in' touches {{.*}} costs 0.00{{[0-9]*}} of
//
// NONE-NOT: warning:

// clperf: launch global=1024x1024 local=32x8 n=1024
__kernel void naive(__global const float *in, __global float *out, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[x * n + y] = in[y * n + x];
}

// The loads take eight times the sectors they need, while arithmetic is busy for longer.
// clperf: launch global=262144 local=256
__kernel void hidden(__global const float *in, __global float *sum)
{
    float x = in[get_global_id(0) * 8], y = x + 1, z = x + 2, w = x + 3;
    for (int i = 0; i < 512; i++) {
        x = x * x + 0.5f;
        y = y * y + 0.5f;
        z = z * z + 0.5f;
        w = w * w + 0.5f;
    }
    sum[get_global_id(0)] = x + y + z + w;
}
