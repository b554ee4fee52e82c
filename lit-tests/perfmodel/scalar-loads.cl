// AMD's compilers load what is the same for a warp once, through scalar units, unless something may have been
// written before. The scalar unit then counts, too, an instruction every four clocks of a SIMD, which is longer than
// the lanes' one sum. Vector loads of one number take the L1's time.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=mi250x -fclperf-dump=sim -fclperf-launch=before:global=1048576,local=256,n=256 -fclperf-launch=after:global=1048576,local=256,n=256 2>&1 | FileCheck %s
// CHECK: simulation of
// CHECK-NOT: l1 busy
// CHECK: bound by int
// CHECK: simulation of
// CHECK: l1 busy {{8[5-9]|9[0-9]}}
// CHECK: bound by l1
__kernel void before(__global const float *weight, __global float *out, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += weight[i];
    if (get_global_id(0) > 0)
        out[get_global_id(0)] = sum;
}
__kernel void after(__global const float *weight, __global float *out, int n) {
    float sum = 0;
    out[get_global_id(0)] = 1;
    for (int i = 0; i < n; i++)
        sum += weight[i];
    if (get_global_id(0) > 0)
        out[get_global_id(0)] = sum;
}
