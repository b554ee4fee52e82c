// Shuffles take turns with loads from shared memory, and not with special functions: NVIDIA's load-store
// unit does both. With a rate of 32 lanes, 64 shuffles of 64 warps take 64 x 64 cycles.
//
// RUN: %clperf-analyze %s -Wno-clperf -fclperf-gpu=a100 -fclperf-dump=sim -fclperf-launch=sums:global=221184,local=256 2>&1 | FileCheck %s
// CHECK: simulation of 8 groups: {{4[1-9]|5[0-3]}}{{..}} cycles
// CHECK: shared busy {{[789].}}
// CHECK-NOT: sfu busy
// CHECK: bound by shared
extern "C" __global__ void sums(float *x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
#pragma unroll
    for (int k = 0; k < 64; k++)
        v = v * 0.5f + __shfl_xor_sync(~0u, v, k % 31 + 1);
    x[i] = v;
}
