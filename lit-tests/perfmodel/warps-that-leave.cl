// AMD's wavefronts make room for others when they end, and do not wait for the rest of their group: of four of which one has
// work, twice as many groups are there at a time, as far as barriers go. On NVIDIA's GPUs they stay.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=mi210 -fclperf-launch=few:global=1048576,local=256,n=48 -fclperf-dump=sim 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FEW
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=mi210 -fclperf-launch=few:global=1048576,local=256,n=256 -fclperf-dump=sim 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALL
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=a100 -fclperf-launch=few:global=1048576,local=256,n=48 -fclperf-dump=sim 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STAY
// FEW: 16 groups on each of 104 SMs
// ALL: 8 groups on each of 104 SMs
// STAY: 8 groups on each of 108 SMs

kernel void few(global const float *in, global float *out, int n) {
    if (get_local_id(0) >= n)
        return;
    float sum = 0;
    for (int i = 0; i < 16; i++)
        sum += in[get_global_id(0) + i * 4096];
    out[get_global_id(0)] = sum;
}
