// NVIDIA's code for divisions and roots branches, so that one waits for the other even where neither needs the other's
// result.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-3080 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'four > 2.5 * divided' | FileCheck %s
// CHECK: 1 GPUs, 0 wrong

// clperf: launch global=32 local=32
__kernel void divided(__global float *out)
{
    float a = 0;
    for (int i = 0; i < 1000; i++)
        a = (a + 1) / (i + 2.0f);
    out[0] = a;
}

// clperf: launch global=32 local=32
__kernel void four(__global float *out)
{
    float a = 0, b = 0, c = 0, d = 0;
    for (int i = 0; i < 1000; i++) {
        a = (a + 1) / (i + 2.0f);
        b = (b + 1) / (i + 3.0f);
        c = (c + 1) / (i + 4.0f);
        d = (d + 1) / (i + 5.0f);
    }
    out[0] = a + b + c + d;
}
