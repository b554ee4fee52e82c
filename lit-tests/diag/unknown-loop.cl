// Loops whose trip count needs a value that nobody gave. Not a loop with a constant one, nor one
// that the launch decides.
// It is a remark of each kernel, and a warning for those who ask for it by its name.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -Wclperf-unknown-loop -fclperf-gpu=gtx-980,a100 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: %clperf-cc -fsyntax-only %s -Rclperf 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %clperf-cc -fsyntax-only %s -Wclperf 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: not %clperf-cc -fsyntax-only %s -Werror=clperf-unknown-loop 2>&1 | FileCheck %s --check-prefix=ERROR
// SILENT-NOT: unknown-loop
// ERROR: error: how often the loop of 'missing' runs is not known; {{.*}} [-Werror=clperf-unknown-loop]

// CHECK: unknown-loop.cl:[[#@LINE+8]]:5: warning: how often the loop of 'missing' runs is not known; the time is for 32 iterations [-Wclperf-unknown-loop]
// CHECK: note: this loop runs max(0, n) times: give 'n' with the launch
// CHECK-NEXT: note: on gtx-980, launch
// CHECK-NEXT: note: on a100, launch
// REMARK: unknown-loop.cl:[[#@LINE+4]]:5: remark: how often the loop of 'missing' runs is not known; the time is for 32 iterations [-Wclperf-unknown-loop]
__kernel void missing(__global float *p, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i];
    p[get_global_id(0)] = sum;
}

// CHECK: unknown-loop.cl:[[#@LINE+6]]:5: warning: how often the loop of 'by_data' runs is not known; the time is for 32 iterations [-Wclperf-unknown-loop]
// CHECK: note: the contents of 'ends' decide how often this loop runs: give them with the launch
// clperf: launch global=65536 local=256
__kernel void by_data(__global float *p, __global const int *ends)
{
    float sum = 0;
    for (int i = 0; i < ends[get_global_id(0)]; i++)
        sum += native_sqrt(sum + i);
    p[get_global_id(0)] = sum;
}

// Several loops of a kernel want the same launch: one finding names them all.
// CHECK: unknown-loop.cl:[[#@LINE+5]]:5: warning: how often 2 loops of 'several' run is not known; the time is for 32 iterations [-Wclperf-unknown-loop]
// CHECK: note: this loop runs max(0, n) times: give 'n' with the launch
// CHECK: unknown-loop.cl:[[#@LINE+5]]:9: note: this loop runs max(0, m) times: give 'm' with the launch
__kernel void several(__global float *p, int n, int m)
{
    for (int i = 0; i < n; i++) {
        p[i] = 0;
        for (int j = 0; j < m; j++)
            p[i] += p[j];
    }
}

// clperf: launch global=65536 local=256 n=48
__kernel void given(__global float *p, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += native_sqrt(sum + i);
    p[get_global_id(0)] = sum;
}

// clperf: launch global=65536 local=256
__kernel void constant_bound(__global float *p)
{
    float sum = p[get_global_id(0)];
    for (int i = 0; i < 3; i++)
        if (sum > i)
            sum += native_sqrt(sum + i);
    p[get_global_id(0)] = sum;
}
