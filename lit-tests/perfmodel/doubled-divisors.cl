// A divisor that a loop doubles is a power of two, and the remainder a bitwise and: NVVM 7 does not
// see it, with which nvcc compiles for compute capabilities below 10.0, and divides; compilers that
// start from a later LLVM do. What a loop of known length divides by is a constant to all of them.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=a100,rtx-3090,rtx-2080-ti,h100,b200,rtx-5090,mi210 -fclperf-dump=sim 2>&1 \
// RUN:   | FileCheck %s
// CHECK-COUNT-4: instructions of a warp: {{.*}} idiv 176,
// CHECK-NOT: idiv

// clperf: launch global=1048576 local=256 part=local:1024
__kernel void sums(__global const float *in, __global float *out, __local float *part) {
    uint t = get_local_id(0);
    part[t] = in[get_global_id(0)];
    for (uint apart = 1; apart < get_local_size(0); apart *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t % (2 * apart) == 0)
            part[t] += part[t + apart];
    }
    out[get_global_id(0)] = part[t];
}

// clperf: launch global=1048576 local=256
__kernel void digits(__global const uint *in, __global uint *out) {
    uint x = in[get_global_id(0)], sum = 0;
    for (int power = 2; power < 64; power *= 2)
        sum ^= x / power % power;
    out[get_global_id(0)] = sum;
}
