// More work takes more time: more groups, more iterations.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-add-output=json:file=%t.json \
// RUN:   -fclperf-gpu=quadro-k600,gtx-645,jetson-tk1,quadro-k620,940m,gtx-980,a100,rtx-3090,mi250x
// RUN: %python %S/Inputs/times.py %t.json 'groups == sorted(groups)' \
// RUN:   'groups[3] > 2 * groups[1]' 'trips == sorted(trips)' 'trips[2] > 3 * trips[0]' \
// RUN:   | FileCheck %s
// CHECK: 9 GPUs, 0 wrong

// clperf: launch global=4096 local=256
// clperf: launch global=1048576 local=256
// clperf: launch global=2097152 local=256
// clperf: launch global=16777216 local=256
__kernel void groups(__global float *a)
{
    a[get_global_id(0)] += 1;
}

// clperf: launch global=65536 local=256 n=10
// clperf: launch global=65536 local=256 n=40
// clperf: launch global=65536 local=256 n=400
__kernel void trips(__global float *a, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s = s * 1.5f + i;
    a[get_global_id(0)] = s;
}
