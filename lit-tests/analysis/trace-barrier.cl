// A barrier in a uniform loop: every warp passes it as often. What one warp stores in local
// memory before it, another one knows after it.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of exchange: 2 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: tile 32
// CHECK-NEXT: barrier
// CHECK-NEXT: tile 32
// CHECK-NEXT: high 32
// CHECK-NEXT: barrier
// CHECK-NEXT: tile 32
// CHECK-NEXT: barrier
// CHECK-NEXT: tile 32
// CHECK-NEXT: high 32
// CHECK-NEXT: barrier
// CHECK-NEXT: warp 1
// CHECK-NEXT: tile 32
// CHECK-NEXT: barrier
// CHECK-NEXT: tile 32
// CHECK-NEXT: low 32
// CHECK-NEXT: barrier
// CHECK-NEXT: tile 32
// CHECK-NEXT: barrier
// CHECK-NEXT: tile 32
// CHECK-NEXT: low 32
// CHECK-NEXT: barrier
// clperf: launch global=64 local=64 n=2
__kernel void exchange(__global int *low, __global int *high, int n)
{
    __local int tile[64];
    int i = get_local_id(0);
    for (int j = 0; j < n; j++) {
        tile[i] = i;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tile[63 - i] < 32)
            low[i] = j;
        else
            high[i] = j;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
