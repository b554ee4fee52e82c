// A private array that is indexed at run time lies in memory: what is stored stays in L1 from Ampere on. The
// arrays of all warps at work have room there if each is of 64 bytes, but neither there nor in the L2 if it
// is of 256: then they go to DRAM and back. Turing's L1 keeps them, too, but what is stored goes to the L2 as
// well.
//
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -DN=16 -fclperf-gpu=rtx-3080 -fclperf-exact \
// RUN:   -fclperf-dump=sim -Wno-clperf 2>&1 | FileCheck --check-prefix=SMALL %s
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -DN=64 -fclperf-gpu=rtx-3080 -fclperf-exact \
// RUN:   -fclperf-dump=sim -Wno-clperf 2>&1 | FileCheck --check-prefix=LARGE %s
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -DN=16 -fclperf-gpu=rtx-2080-ti -fclperf-exact \
// RUN:   -fclperf-dump=sim -Wno-clperf 2>&1 | FileCheck --check-prefix=TURING %s
//
// TURING: dram busy {{[0-9]\.|1[0-9]\.}}
// TURING: bound by l2
// SMALL: dram busy {{[0-9]\.|1[0-9]\.}}
// SMALL: bound by l1
// LARGE: bound by dram

// clperf: launch global=557056 local=256
__kernel void indexed(__global int *out)
{
    int own[N], i = get_global_id(0);
    for (int j = 0; j < N; j++)
        own[j] = i + j;
#pragma unroll 1
    for (int j = 0; j < 512; j++)
        own[j * 7 & (N - 1)] += j;
    out[i] = own[i & (N - 1)];
}
