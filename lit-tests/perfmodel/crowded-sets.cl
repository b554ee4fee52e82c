// Groups read the same 288 rows four times. Rows a power of two apart meet a quarter of the sets of
// an L2 that numbers these by address bits, and leave it before they are read again; padded ones
// stay. Where sets are numbered by a hash, both stay.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-exact -fclperf-gpu=gtx-1070 -fclperf-dump=sim -DPITCH=4096 2>&1 | FileCheck %s --check-prefix=CROWDED
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-exact -fclperf-gpu=gtx-1070 -fclperf-dump=sim -DPITCH=4128 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-exact -fclperf-gpu=rtx-4060 -fclperf-dump=sim -DPITCH=4096 2>&1 | FileCheck %s --check-prefix=HASHED
// CROWDED: DRAM sectors {{(9|10)[0-9][0-9][0-9]$}}
// KEPT: DRAM sectors 2{{[0-9][0-9][0-9]$}}
// HASHED: DRAM sectors {{[12][0-9][0-9][0-9]$}}
// clperf: launch global=4096 local=32
__kernel void columns(__global const float *in, __global float *out) {
    float sum = 0;
    for (int t = 0; t < 4; t++)
        for (int row = 0; row < 288; row++)
            sum += in[row * PITCH + (get_group_id(0) + 1) * 8 + get_local_id(0) % 8];
    out[get_global_id(0)] = sum;
}
