// Columns whose eight neighbours share sectors: groups in x walk down one, and those of the next
// column find what one row of groups has left in the L2, if all of it fits: 6.3 MB in the 24 of an
// RTX 4060, not in the 4 of a T4, where every sector needs one of check bits besides (a question's
// times are 18 and 203 ms).
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rtx-4060,t4 -fclperf-dump=sim -Wno-clperf 2>&1 \
// RUN:   | grep time | FileCheck %s

// CHECK: time 21.{{.*}} bound by dram
// CHECK: time 20{{[0-9][.].*}} bound by dram
// clperf: launch global=16384x8192 local=256x1 a=134217728 b=134217728 c=134217728 width=8192
__kernel void columns(__global const uint *a, __global const uint *b, __global uint *c, uint width)
{
    uint i = get_global_id(0) * width + get_global_id(1);
    c[i] = a[i] + b[i];
}
