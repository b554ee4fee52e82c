// Where each work-item walks through a stretch of its own from a place that nobody gave, the stretch
// is still walked in order: such rows take as long as rows whose places are known, and not as long as
// if each element lay anywhere. The machine view does four or more elements in one iteration, and the
// rest in another loop; 32 iterations of the source's loop are assumed, not of those.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-add-output=json:file=%t.json \
// RUN:   -fclperf-gpu=gtx-980,a100,mi250x -fclperf-dump=trace 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: %python %S/Inputs/times.py %t.json '0.8 * known < unknown < 1.25 * known' \
// RUN:   '2 * unknown < anywhere' | FileCheck %s
// CHECK: 3 GPUs, 0 wrong

// TRACE: trace of unknown: {{.*}} unknown: a branch in a loop depends on data that is not known
// TRACE: load v+[[#%#x,V:]] lanes 32 x 4 bytes pattern [[P:[0-9]+]]
// TRACE: load v+[[#%#x,V+4]] lanes 32 x 4 bytes pattern [[P]]
// TRACE: load v+[[#%#x,V+8]] lanes 32 x 4 bytes pattern [[P]]

// clperf: launch global=262144 local=128
__kernel void unknown(__global const int *rows, __global const float *v, __global float *y)
{
    int r = get_global_id(0);
    float sum = 0;
    for (int k = rows[r]; k < rows[r + 1]; k++)
        sum += v[k];
    y[r] = sum;
}

// clperf: launch global=262144 local=128 length=32
__kernel void known(int length, __global const float *v, __global float *y)
{
    int r = get_global_id(0);
    float sum = 0;
    for (int k = r * length; k < (r + 1) * length; k++)
        sum += v[k];
    y[r] = sum;
}

// clperf: launch global=262144 local=128
__kernel void anywhere(__global const int *rows, __global const int *at, __global const float *v,
                       __global float *y)
{
    int r = get_global_id(0);
    float sum = 0;
    for (int k = rows[r]; k < rows[r + 1]; k++)
        sum += v[at[k]];
    y[r] = sum;
}
