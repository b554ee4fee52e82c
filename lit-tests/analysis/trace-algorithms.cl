// The graphs of the main paper's Algorithms 1 to 3 in one: nested loops whose bodies branch on the
// warp (branchMissWarpID), on the loop variables (branch misses by iteration) and on data (always
// hit). The trace is what the algorithms give: a loop's blocks as often as its bound says, the inner
// loop anew in each iteration of the outer, and without the blocks that a miss masks.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s --implicit-check-not=error:

// CHECK: trace of known: 2 warps {{.*}} patterns, exact
// CHECK-NEXT: warp 0
// i = 0
// CHECK-NEXT: outer 32
// CHECK-NEXT: left 32
// CHECK-NEXT: same 32
// CHECK-NEXT: latch 32
// CHECK-NEXT: differ 32
// CHECK-NEXT: latch 32
// CHECK-NEXT: join 32
// i = 1
// CHECK-NEXT: outer 32
// CHECK-NEXT: left 32
// CHECK-NEXT: differ 32
// CHECK-NEXT: latch 32
// CHECK-NEXT: same 32
// CHECK-NEXT: latch 32
// CHECK-NEXT: join 32
// CHECK-NEXT: after 32
// CHECK-NEXT: warp 1
// CHECK-NEXT: outer 32
// CHECK-NEXT: right 32
// CHECK-NEXT: same 32
// CHECK-NEXT: latch 32
// CHECK-NEXT: differ 32
// CHECK-NEXT: latch 32
// CHECK-NEXT: join 32
// CHECK-NEXT: outer 32
// CHECK-NEXT: right 32
// CHECK-NEXT: differ 32
// CHECK-NEXT: latch 32
// CHECK-NEXT: same 32
// CHECK-NEXT: latch 32
// CHECK-NEXT: join 32
// CHECK-NEXT: after 32
// clperf: launch global=64 local=64 n=2
__kernel void known(__global int *outer, __global int *left, __global int *right,
                    __global int *same, __global int *differ, __global int *latch,
                    __global int *join, __global int *after, int n)
{
    int warp = get_local_id(0) / 32;
    for (int i = 0; i < n; i++) {
        outer[i] = i;
        if (warp == 0)
            left[i] = i;
        else
            right[i] = i;
        for (int j = 0; j < n; j++) {
            if (i == j)
                same[j] = i;
            else
                differ[j] = i;
            latch[j] = j;
        }
        join[i] = i;
    }
    after[0] = n;
}

// Both sides of what only a run would decide, the inner one in its place.
// CHECK: trace of data: 1 warps {{.*}}, unknown
// CHECK-NEXT: warp 0
// CHECK-NEXT: flag 32
// CHECK-NEXT: then 32
// CHECK-NEXT: inner 32
// CHECK-NEXT: inner 32
// CHECK-NEXT: other 32
// CHECK-NEXT: join 32
// CHECK-NEXT: flag 32
// CHECK-NEXT: then 32
// CHECK-NEXT: inner 32
// CHECK-NEXT: inner 32
// CHECK-NEXT: other 32
// CHECK-NEXT: join 32
// CHECK-NEXT: after 32
// clperf: launch global=32 local=32 n=2
__kernel void data(__global const int *flag, __global int *then, __global int *inner,
                   __global int *other, __global int *join, __global int *after, int n)
{
    for (int i = 0; i < n; i++) {
        if (flag[i] > 0) {
            then[i] = i;
            for (int j = 0; j < n; j++)
                inner[j] = j;
        } else {
            other[i] = i;
        }
        join[i] = i;
    }
    after[0] = n;
}
