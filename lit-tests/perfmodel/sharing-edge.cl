// Groups of one row read the same data. The simulated groups begin with the last of a row, whose
// next neighbour is of another row and shares nothing.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=sim -fclperf-launch=rows:global=512x512,local=32x32 2>&1 | FileCheck %s
// CHECK: 2 groups on each of 16 SMs
// CHECK-NEXT: L2 requests 128, L2 sectors 512, DRAM sectors {{2[5-9][0-9]$}}
__kernel void rows(__global const float *in, __global float *out) {
    size_t in_group = get_local_id(1) * 32 + get_local_id(0);
    size_t group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    out[group * 1024 + in_group] = in[get_group_id(1) * 1024 + in_group];
}

// All groups read the same data, but those of the second half of the launch, which have nothing to
// do: the one in the middle, the last that has, would share nothing with the next one.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=sim -fclperf-launch=first_half:global=5184,local=64,n=2624 2>&1 | FileCheck --check-prefix=HALF %s
// HALF: simulation of 3 groups
// HALF-NEXT: DRAM sectors {{[0-9][0-9][0-9]$}}
__kernel void first_half(__global const float *in, __global float *out, int n) {
    int i = get_global_id(0);
    if (i >= n)
        return;
    float sum = 0;
    for (int j = 0; j < 1024; j++)
        sum += in[j * 64 + get_local_id(0)];
    out[i] = sum;
}
