// How large the buffer is that vectors are gathered from decides how often the L2 has them: a million bytes stay there. clang
// spells the vectors' type out where it says what a parameter points to.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-launch=%S/Inputs/gather_of_vectors.json -fclperf-dump=sim 2>&1 | FileCheck %s
// CHECK: dram busy {{[1-4]?[0-9]\.}}
// CHECK: time {{.*}} bound by {{l2|fp32|issue|latency|l1}}
//
// Of 1.18 MB an L2 of 1 MB has most, where a miss brings a line of four vectors for the next ones.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=firepro-s9150 -fclperf-launch=%S/Inputs/gather_beyond_l2.json -fclperf-dump=sim 2>&1 | FileCheck --check-prefix=LINES %s
// LINES: dram busy {{[1-7]?[0-9]\.}}
// LINES: time {{.*}} bound by {{l1|l2}}

kernel void gather(global const float4 *place, global const int *list, global float4 *sum, int n) {
    float4 all = 0;
    for (int i = 0; i < 128; i++)
        all += place[list[i * n + get_global_id(0)]];
    sum[get_global_id(0)] = all;
}
