// Dividing integers takes the special function units and the multipliers as well as the integer lanes, so that
// several in a row are hidden behind what a copy reads and writes.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=rtx-3080,a100,rtx-2080-ti \
// RUN:   -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'divided < 1.4 * copied' | FileCheck %s
// RUN: %python %S/Inputs/times.py %t.json 'divided > 1.4 * copied' | FileCheck %s --check-prefix=NOT
// CHECK: 3 GPUs, 0 wrong
// NOT: 3 GPUs, 3 wrong

// clperf: launch global=16777216 local=256 n=640 m=320
__kernel void divided(__global const int *in, __global int *out, int n, int m)
{
    int i = get_global_id(0), z = i / (n * m), y = i / n % m, x = i % n, w = i % m;
    out[i] = in[i] + x + y + z + w;
}

// clperf: launch global=16777216 local=256
__kernel void copied(__global const int *in, __global int *out)
{
    int i = get_global_id(0);
    out[i] = in[i];
}
