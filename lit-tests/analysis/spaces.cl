// Global and local memory do not overlap: what a loop adds up in global memory while it reads local memory is loaded
// once before the loop and stored once behind it. Where it reads global memory, which may be the same, it is not.
//
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -fclperf-dump=cfg -Wno-clperf 2>&1 | FileCheck %s
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -DELSEWHERE=__global -fclperf-dump=cfg -Wno-clperf 2>&1 | \
// RUN:   FileCheck --check-prefix=SAME %s
// RUN: %clperf-analyze clang-19 -fsyntax-only %S/Inputs/spaces.cu -fclperf-dump=cfg -Wno-clperf 2>&1 | FileCheck %s
//
// CHECK:     machine view
// CHECK:     load global 4 bytes
// CHECK-NOT: {{load|store}} global
// CHECK:     load local
// CHECK-NOT: {{load|store}} global
// CHECK:     store global 4 bytes
// CHECK-NOT: {{load|store}} global
//
// SAME:      machine view
// SAME:      loop 0
// SAME:      store global 4 bytes
// SAME:      store global 4 bytes
// SAME:      loop 1
// SAME:      store global 4 bytes

#ifndef ELSEWHERE
#define ELSEWHERE __local
#endif

__kernel void add_up(__global float *out, ELSEWHERE const float *t, int n)
{
    size_t i = get_global_id(0);
    for (int j = 0; j < n; j++)
        out[i] += t[j];
}
