// A row chosen by what is loaded: the lanes of a warp load it from one address, so that they are in one row and beside
// each other, though nobody knows which row. That the quotient is the same in all lanes is seen lane by lane.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace -fclperf-launch=rows:global=6144,local=32,columns=768 2>&1 | FileCheck %s
// CHECK-NOT: scattered
// CHECK: load table+{{.*}} lanes 32 x 4 bytes
// CHECK-NOT: scattered
__kernel void rows(__global const int *chosen, __global const float *table, __global float *out, int columns) {
    int i = get_global_id(0), row = i / columns, column = i % columns;
    out[i] = table[chosen[row] * columns + column];
}
