// && and ||: the right side is only evaluated where the left one leaves it open.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// clperf: launch global=64 local=64 n=20
__kernel void and(__global const int *flag, __global int *then, __global int *join, int n)
{
    int i = get_local_id(0);
    if (i < n && flag[i])
        then[i] = i;
    join[i] = i;
}

// clperf: launch global=32 local=32
__kernel void both(__global int *then, __global int *other)
{
    int i = get_local_id(0);
    if (i < 4 || i >= 30)
        then[i] = i;
    else
        other[i] = i;
}
