// AMD's compiler leaves loops alone whose trip count nobody knows: machine views of its GPUs do as the code does, and
// those of NVIDIA's do four iterations at a time. Each has its own where both are asked for.
//
// RUN: %clperf-analyze %s -fclperf-gpu=mi250x,gtx-980 -fclperf-dump=code,cfg -fclperf-no-text 2>&1 | FileCheck %s
// CHECK: cfg of sums (source view)
// CHECK: cfg of sums (machine view)
// CHECK-COUNT-4: load global 4 bytes, access {{[0-3]}} @[[#@LINE+10]]
// CHECK: cfg of sums (machine view)
// CHECK: load global 4 bytes, access 0 @[[#@LINE+8]]
// CHECK-NOT: load
// CHECK: code of sums for gfx90a
// CHECK: loop 0, line [[#@LINE+4]]: loop 0, 1 iterations in one

__kernel void sums(__global const float *in, __global float *out, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[get_global_id(0) + i * 64];
    out[get_global_id(0)] = sum;
}
