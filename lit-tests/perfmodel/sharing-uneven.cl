// 64 groups of 15 SMs: an SM that has five of them has more than a fifteenth of the memory's rate, and all sectors of its five groups.
// Sums of 67 MB take no less than DRAM does, 181 GB/s: 0.370 ms.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=tesla-k40c -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json '0.368 < sums < 0.42' | FileCheck %s
// CHECK: 1 GPUs, 0 wrong

// clperf: launch global=16384 local=256 n=8388608
__kernel void sums(__global const double *in, __global double *out, int n)
{
    double sum = 0;
    for (int i = get_global_id(0); i < n; i += 32768)
        sum += in[i] + in[i + 16384];
    out[get_global_id(0)] = sum;
}
