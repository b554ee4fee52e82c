// Of 64-bit sums and products that are cut to 32 bits in the end, most compilers leave out the high halves; Intel's does not.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=arc-a770 -fclperf-dump=cfg 2>&1 | FileCheck --check-prefixes=CHECK,WHOLE %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=mi210 -fclperf-dump=cfg 2>&1 | FileCheck --check-prefixes=CHECK,HALF %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-3060 -fclperf-dump=cfg 2>&1 | FileCheck --check-prefixes=CHECK,HALF %s

// CHECK-LABEL: cfg of sums (machine view)
// WHOLE: compute {{.*}}imul64 4
// HALF-NOT: imul64
// HALF: imul 4
// CHECK: store global 4 bytes
__kernel void sums(__global int *p, long x, long y)
{
    long u = p[0], v = p[1];
    for (int i = 0; i < 2; i++) {
        u = v * u + v;
        v = u * v + u;
    }
    p[0] = (int)v;
}
