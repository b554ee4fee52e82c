// All groups are resident at once, and a quarter of them has work: an SM gets two of these, or three as far as samples
// of the launch tell, and lasts as long as they do, not a quarter of the time of eight.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=sim -fclperf-gpu=gtx-980 -fclperf-launch=quarter:global=16384,local=128,n=4096 2>&1 | FileCheck %s
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=sim -fclperf-gpu=gtx-980 -fclperf-launch=quarter:global=4096,local=128,n=4096 2>&1 | FileCheck %s
// CHECK: simulation of {{[23]}} groups: 314{{[0-9][0-9]}} cycles, {{[23]}} groups on each of 16 SMs, 1 rounds
__kernel void quarter(__global float *x, int n) {
    int i = get_global_id(0);
    if (i >= n)
        return;
    float sum = x[i];
    for (int j = 0; j < 4096; j++)
        sum = sum * sum + 0.5f;
    x[i] = sum;
}
