// Iterations of an unrolled loop whose length is not constant load at offsets from the first one's
// addresses: they compute no indices of their own.
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-dump=cfg 2>&1 | FileCheck %s

// CHECK-LABEL: cfg of dot_product (machine view)
// CHECK: compute plain-sum 1 address 1
// CHECK-NEXT: load global
// CHECK-NEXT: compute plain-sum 1 address 1
// CHECK-NEXT: load global
// CHECK-NEXT: load global
// CHECK-NEXT: load global
// CHECK-NEXT: load global
// CHECK-NEXT: load global
// CHECK-NEXT: load global
// CHECK-NEXT: load global
// CHECK-NEXT: compute int 2 cmp 1
__kernel void dot_product(__global const float *a, __global const float *b, __global float *c,
                          int n, int start) {
    const int i = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[start + k];
    c[i] = sum;
}
