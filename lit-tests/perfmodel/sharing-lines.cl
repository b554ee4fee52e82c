// Groups touch a sector of each line, and their neighbours the others: a line takes its place in the
// L2 once. What all groups read fits, and is there when they read it again.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-exact -fclperf-dump=sim -fclperf-launch=columns:global=4096,local=32,times=1 2>&1 | FileCheck --check-prefix=ONCE %s
// RUN: %clperf-cc -fsyntax-only %s -fclperf-exact -fclperf-dump=sim -fclperf-launch=columns:global=4096,local=32,times=4 2>&1 | FileCheck --check-prefix=AGAIN %s
// ONCE: DRAM sectors 2336
// AGAIN: DRAM sectors 2336
__kernel void columns(__global const float *in, __global float *out, int times) {
    float sum = 0;
    for (int t = 0; t < times; t++)
        for (int row = 0; row < 288; row++)
            sum += in[row * 4096 + (get_group_id(0) + 1) * 8 + get_local_id(0) % 8];
    out[get_global_id(0)] = sum;
}
