// A matrix turned by 16 x 16 work-items, of which each warp stores 8 bytes of 16 sectors that three other warps complete. With columns
// of 64 KB the lines that all groups store to are in a sixteenth of the sets of a T4's L2, more than these hold: each part goes to
// DRAM by itself, which loads the rest of the sector first. Where columns have 256 bytes more, or warps wait for each other before
// they store, sectors are complete when they leave.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=t4 -fclperf-dump=sim 2>&1 | FileCheck %s
// RUN: %clperf-cc -fsyntax-only %s -DHEIGHT=16448 -Wno-clperf -fclperf-gpu=t4 -fclperf-dump=sim 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: %clperf-cc -fsyntax-only %s -DWAIT -Wno-clperf -fclperf-gpu=t4 -fclperf-dump=sim 2>&1 | FileCheck %s --check-prefix=WHOLE
// CHECK: DRAM sectors 1152{{$}}
// WHOLE: DRAM sectors 256{{$}}
#ifndef HEIGHT
#define HEIGHT 16384
#endif
// clperf: launch global=8192x16384 local=16x16
__kernel void turn(__global const float *in, __global float *out) {
    size_t x = get_global_id(0), y = get_global_id(1);
    float value = in[y * 8192 + x];
#ifdef WAIT
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    out[x * HEIGHT + y] = value;
}
