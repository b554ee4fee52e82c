// Each work-item of the naive product loads a row and a column that others of its group load too; the
// tiled one loads each element once, and a stream has nothing to share.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -Wclperf-local-memory=0.000001ms 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning: %s

// Where local memory is cached global memory, nothing is gained by it.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -Wclperf-local-memory=0.000001ms -fclperf-gpu=mali-g610-mp4,mali-g72-mp18 2>&1 \
// RUN:   | FileCheck --allow-empty --check-prefix=CACHED --implicit-check-not=warning: %s
// CACHED-NOT: local memory

// clperf: launch global=512x512 local=16x16 n=512
__kernel void naive(__global const float *a, __global const float *b, __global float *c, int n)
{
    int column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; k++)
        // CHECK: [[#@LINE+1]]:{{.*}}: warning: each work-group loads the same lines of global memory {{(about )?[0-9.]+}} times, mostly from '{{[ab]}}', where local memory could keep them; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-local-memory]
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

// clperf: launch global=512x512 local=16x16 n=512
__kernel void tiled(__global const float *a, __global const float *b, __global float *c, int n)
{
    __local float x[16][16], y[16][16];
    int column = get_global_id(0), row = get_global_id(1);
    int lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        x[ly][lx] = a[row * n + t + lx];
        y[ly][lx] = b[(t + ly) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++)
            sum += x[ly][k] * y[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

// clperf: launch global=1048576 local=256
__kernel void stream(__global const float *a, __global float *c)
{
    int i = get_global_id(0);
    c[i] = 2 * a[i];
}

// What a loop of one work-item loads again is nothing to share.
// clperf: launch global=65536 local=256
__kernel void own(__global const float *a, __global float *c)
{
    int i = get_global_id(0);
    float sum = 0;
    for (int r = 0; r < 64; r++)
        sum = sum * 0.5f + a[i + (r & 1) * 65536];
    c[i] = sum;
}

// What the kernel writes, too, cannot be kept.
// clperf: launch global=512x512 local=16x16 n=512
__kernel void in_place(__global float *a, int n)
{
    int column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += a[row * n + k] * a[k * n + column];
    a[row * n + column] = sum;
}

// Several requests ask for a line, but none for what another has loaded.
// clperf: launch global=4194304 local=256
__kernel void bytes(__global const uchar *a, __global uchar *c)
{
    int i = get_global_id(0);
    c[i] = a[i];
}

// clperf: launch global=1048576 local=256
__kernel void bytes_of_word(__global const uchar *a, __global uchar *c)
{
    int i = get_global_id(0);
    for (int k = 0; k < 4; k++)
        c[4 * i + k] = a[4 * i + k] + 1;
}
