// Of the launch one half does nothing, a quarter copies what the L2 holds, and a quarter copies from
// DRAM to DRAM. Where each is a long way, the round sees one kind or two; others are looked at.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=sim -fclperf-launch=quarters:global=4194304,local=128,bit=1048576 2>&1 | FileCheck --check-prefix=FAR %s
// FAR: a unit of work takes 1.{{[45][0-9]*}} times as long elsewhere
// FAR: time 0.{{09|10}}
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=sim -fclperf-launch=quarters:global=4194304,local=128,bit=128 2>&1 | FileCheck --check-prefix=NEAR %s
// NEAR: time 0.07
__kernel void quarters(__global const float *in, __global float *out, int bit) {
    int i = get_global_id(0);
    if (i & bit)
        return;
    int at = i & bit / 2 ? i : i & 1023;
    out[at] = in[at] * 2;
}
