// A matrix turned by 16 x 16 work-items: each wavefront of 64 stores 16 bytes in each of 16 lines. That is two times the sectors of
// 32 bytes that its data fill, but DRAM of AMD's GPUs moves 64 bytes of each line: four times its data. Rows that are read in halves
// of 64 bytes fill what is moved.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=mi210 2>&1 | FileCheck %s
// CHECK: :11:23: warning: each wave's store to 'out' touches 16 sectors of 32 bytes where 8 would do{{.*}} [-Wclperf-uncoalesced]
// CHECK-NOT: warning:
// clperf: launch global=4096x4096 local=16x16
__kernel void turn(__global const float *in, __global float *out) {
    size_t x = get_global_id(0), y = get_global_id(1);
    out[x * 4096 + y] = in[y * 4096 + x];
}
