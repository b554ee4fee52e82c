// What joins comparisons costs nothing: the last of them takes the truth of the others along.
//
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -fclperf-dump=cfg -Wno-clperf 2>&1 | FileCheck %s
//
// CHECK: cfg of crosses (machine view)
// CHECK: compute {{.*}}cmp 4{{[ ,]}}
__kernel void crosses(__global const float4 *in, __global int *out)
{
    int i = get_global_id(0);
    float4 p = in[i];
    out[i] = ((p.x > p.y) != (p.z > p.y)) && p.w < 3.0f ? i : 7;
}
