// A loop whose number of iterations needs more than 63 bits, and offsets that wrap around.

// RUN: %clperf-cc -fsyntax-only %s -Rclperf -fclperf-no-cache -fclperf-dump=loops 2>&1 | FileCheck %s

// CHECK: loops of longest: 1
// CHECK-NEXT: depth 1 {{.*}} trips 18446744073709551615
// CHECK: 'longest' not analysed: the limit of time or length was reached
// CHECK: remark: 'farthest' takes

__kernel void longest(__global float *out, __constant float *table)
{
    float sum = 0;
    for (int i = 0; i < 18446744073709551615; i++)
        sum += table[get_group_id(0) % 64 + i];
    out[get_global_id(0)] = sum;
}

// clperf: launch global=1024 local=64
__kernel void farthest(__global float *out)
{
    out[4611686018427387904L] = out[get_global_id(0) + 9223372036854775807L];
}
