// An empty piece of assembly keeps the compiler from knowing what an index is: each address is computed by itself, with
// instructions of its own, where offsets would do. It costs nothing itself, and loads under a condition overlap all
// the same.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-dump=cfg 2>&1 | FileCheck %s
// CHECK: cfg of plain (machine view): 1 blocks
// CHECK: compute {{.*}}address 1
// CHECK-NEXT: load global
// CHECK-NEXT: load global
// CHECK: cfg of hidden (machine view): 1 blocks
// CHECK: compute {{.*}}address 1
// CHECK-NEXT: load global
// CHECK-NEXT: compute {{.*}}address 1
// CHECK-NEXT: load global
// CHECK: cfg of under_condition (machine view): 1 blocks
// CHECK: load global 4 bytes, access 0, guarded
// CHECK: load global 4 bytes, access 1, guarded
//
// It gives back its operand.
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-dump=expr 2>&1 | FileCheck %s --check-prefix=EXPR
// EXPR: expressions of hidden
// EXPR: load global: in + 4 * (get_global_id(0) + 1)
// EXPR: expressions of under_condition
// EXPR: load global: in + 4 * (get_global_id(0) - 1)
// EXPR: load global: in + 4 * (get_global_id(0) + 1)
static int hide(int i) {
    __asm__("" : "+r"(i));
    return i;
}
static int hide_with(int i, int j) {
    __asm__("" : "+r"(i) : "r"(j));
    return i;
}
__kernel void plain(__global const float *in, __global float *out) {
    const int i = get_global_id(0);
    out[i] = in[i + 1] + in[i + 2];
}
__kernel void hidden(__global const float *in, __global float *out) {
    const int i = get_global_id(0);
    out[i] = in[hide(i + 1)] + in[hide(i + 2)];
}
__kernel void under_condition(__global const float *in, __global float *out, int n) {
    const int i = get_global_id(0);
    float left = 0, right = 0;
    if (i > 0)
        left = in[hide(i - 1)];
    if (i + 1 < n)
        right = in[hide_with(i + 1, n)];
    out[i] = left + right;
}
