// Loops that only compute between loads: in samples of both loops, warps wait for memory for more of the time than
// they do, and do not compete for the lanes as they would. The round takes no less than the instructions of all
// iterations: as long as where all are walked.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=a100 -fclperf-dump=sim 2>&1 | FileCheck %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=a100 -fclperf-dump=sim -fclperf-exact 2>&1 | FileCheck %s
// CHECK: simulation of 8 groups: 399{{....}} cycles
// CHECK: fp32 busy {{99.9|100.0}} %
// CHECK: bound by fp32
// clperf: launch global=221184 local=256
__kernel void mix(__global const float *restrict a, __global const float *restrict b, __global float *out)
{
    __global const float *from = a + get_local_id(0) + get_group_id(0) * 256L * 200;
    __global const float *with = b + get_local_id(0) + get_group_id(0) * 256L * 200;
    float sum = 0;
    for (int i = 0; i < 200; i += 2) {
        float x = from[i * 256], y = with[i * 256];
        float v = x - y, z = from[i * 256 + 256] - with[i * 256 + 256];
        for (int k = 0; k < 622; k++) {
            v = v * x - y;
            z = z * x - y;
        }
        sum += v + z;
    }
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = sum;
}
