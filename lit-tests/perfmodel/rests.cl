// A loop of unknown length is repeated four times, and the up to three iterations that are left over
// are there once each, as nvcc leaves them: a mask of 7 columns takes 4 + 3 multiply-adds, and no
// more instructions than one of 8.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-3080 -fclperf-dump=cfg,sim \
// RUN:   -fclperf-launch=sums:global=1048576,local=256,n=7,part=local:2048 2>&1 | FileCheck %s
// CHECK: cfg of sums (machine view)
// CHECK: loop 0
// CHECK-NOT: loop 1
// CHECK: instructions of a warp: 51, {{.*}}fp32 7,
__kernel void sums(__constant float *mask, __local float *part, __global float *out, int n) {
    int i = get_local_id(0);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += part[i + k] * mask[k];
    out[get_global_id(0)] = sum;
}
