// Kernels that cannot take in what they call are refused; the others of the file are analysed.

// RUN: %clperf-cc -fsyntax-only %s -Rclperf 2>&1 | FileCheck %s

// CHECK: refused.cl:[[# @LINE + 13]]:1: warning: 'countdown' not analysed: 'down' calls itself
// CHECK: refused.cl:[[# @LINE + 21]]:1: warning: 'doubled' not analysed: with all that it calls it has {{[0-9.]+}} million instructions
// CHECK: remark: the launch of 'plain' is not known; as 1048576/256 it would take

int up(int n);

int down(int n) {
    return n > 0 ? up(n - 1) : 0;
}

int up(int n) {
    return down(n - 1) + 1;
}
__kernel void countdown(__global int *out) {
    out[get_global_id(0)] = down(out[0]);
}

#define TWICE(f, g) int f(int n) { return g(n) * 3 + g(n + 1); }
int f0(int n) { return n * 5 + 7; }
TWICE(f1, f0) TWICE(f2, f1) TWICE(f3, f2) TWICE(f4, f3) TWICE(f5, f4) TWICE(f6, f5) TWICE(f7, f6)
TWICE(f8, f7) TWICE(f9, f8) TWICE(f10, f9) TWICE(f11, f10) TWICE(f12, f11) TWICE(f13, f12)
TWICE(f14, f13) TWICE(f15, f14) TWICE(f16, f15) TWICE(f17, f16) TWICE(f18, f17)
__kernel void doubled(__global int *out) {
    out[get_global_id(0)] = f18(out[0]);
}

__kernel void plain(__global int *out) {
    out[get_global_id(0)] = f3(1);
}
