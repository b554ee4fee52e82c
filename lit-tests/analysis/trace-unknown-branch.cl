// A branch on data: taken on both sides to be conservative, and the trace says that it is
// not exact.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// clperf: launch global=32 local=32
__kernel void data(__global const int *flag, __global int *then, __global int *other,
                   __global int *join)
{
    int i = get_local_id(0);
    if (flag[i] > 0)
        then[i] = i;
    else
        other[i] = i;
    join[i] = i;
}

// clperf: launch global=32 local=32
__kernel void argument(__global int *then, __global int *other, int unknown)
{
    if (unknown)
        then[0] = 1;
    else
        other[0] = 1;
}
