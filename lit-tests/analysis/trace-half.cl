// Arithmetic, constants and comparisons of halves decide how often a loop runs.
//
// RUN: %clperf-cc -cl-std=CL1.2 -fsyntax-only %s -fclperf-dump=trace 2>&1 \
// RUN:   | sed -nEf %S/Inputs/visits.sed | FileCheck %s
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// CHECK: trace of doubled: 1 warps {{.*}}, exact
// CHECK-NEXT: warp 0
// CHECK-NEXT: out 32
// CHECK-NEXT: out 32
// CHECK-NEXT: out 16
// CHECK-NEXT: last 8
// clperf: launch global=32 local=32
__kernel void doubled(__global int *out, __global int *last)
{
    int lane = get_local_id(0);
    half start = 2.5h + (half)(lane & 1) * 2.0h;
    for (half x = start; x < 16.0h; x = x * 2.0h)
        out[lane] = 1;
    if (start - 2.4h > 0.1h && lane > 15)
        last[lane] = 1;
}
