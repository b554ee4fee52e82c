// Lanes with different trip counts: the loop goes on with those that are left.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// clperf: launch global=32 local=32
__kernel void lanes(__global int *body, __global int *after)
{
    int i = get_local_id(0);
    for (int j = 0; j < 1 + i / 8; j++)
        body[j] = j;
    after[0] = i;
}
