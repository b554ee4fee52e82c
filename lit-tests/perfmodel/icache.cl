// Four warps, one on each scheduler, do 16,384 multiply-adds of two cycles each in loops over 16 and 64 KB of code
// on Turing, whose instruction cache holds 46. Of the longer loop nothing is there when it comes round again: 128
// bytes, 16 cycles of work, come at eight times in a latency of the L2. Ampere's holds both.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-add-output=json:file=%t.json -fclperf-gpu=rtx-2080-ti -fclperf-dump=sim 2>&1 | FileCheck %s --check-prefix=TURING
// TURING: simulation of 1 groups
// TURING-NOT: lines fetched
// TURING: simulation of 1 groups
// TURING: code of {{6[56]...}} bytes, {{20..}} lines fetched
// RUN: %python %S/Inputs/times.py %t.json '1.5 * fits < exceeds < 2 * fits' | FileCheck %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-add-output=json:file=%t.json -fclperf-gpu=a4000
// RUN: %python %S/Inputs/times.py %t.json '0.95 * fits < exceeds < 1.05 * fits' | FileCheck %s
// CHECK: 1 GPUs, 0 wrong
#define BODY(n)                                                                                    \
    float a = x, b = x + 1, c = x + 2, d = x + 3;                                                  \
    _Pragma("unroll 1") for (int i = 0; i < 4096 / n; i++) {                                       \
        _Pragma("unroll") for (int j = 0; j < n; j++) {                                            \
            a = fma(a, x, y);                                                                      \
            b = fma(b, x, y);                                                                      \
            c = fma(c, x, y);                                                                      \
            d = fma(d, x, y);                                                                      \
        }                                                                                          \
    }                                                                                              \
    out[get_global_id(0)] = a + b + c + d;

// clperf: launch global=128 local=128
__kernel void fits(__global float *out, float x, float y)
{
    BODY(256)
}

// clperf: launch global=128 local=128
__kernel void exceeds(__global float *out, float x, float y)
{
    BODY(1024)
}
