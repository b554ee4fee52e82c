// AMD's counters tell a warp what has come in the order in which it asked. Up to CDNA a load comes
// after the stores before it, too, which are in the L2 later than a load comes from the L1.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=hd-7970 -fclperf-dump=sim -fclperf-launch=sums:global=64,local=64,n=1000 2>&1 | FileCheck --check-prefix=GCN %s
// GCN: simulation of 1 groups: 36{{....}} cycles
// RUN: %clperf-cc -fsyntax-only %s -DQUIET -fclperf-gpu=hd-7970 -fclperf-dump=sim -fclperf-launch=sums:global=64,local=64,n=1000 2>&1 | FileCheck --check-prefix=QUIET %s
// QUIET: simulation of 1 groups: 16{{....}} cycles
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=w6600 -fclperf-dump=sim -fclperf-launch=sums:global=64,local=64,n=1000 2>&1 | FileCheck --check-prefix=RDNA %s
// RDNA: simulation of 1 groups: 12{{....}} cycles
__kernel void sums(__global const float *in, __global float *out, int n) {
    float sum = 0;
    int at = get_global_id(0);
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        sum += in[at + i % 4 * 64];
#ifndef QUIET
        out[at] = sum;
#endif
    }
    out[at] = sum;
}
