// Bank passes of local memory. Over 32 banks of 4 bytes, a stride of s floats makes as many lanes
// meet as the largest power of two in s, over banks of 8 bytes half as many; an odd stride none;
// equal words are read once. Lanes of 8 and 16 bytes are served in parts, which is no conflict.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=access -Wno-clperf 2>&1 \
// RUN:   | grep local | FileCheck --check-prefix=FOUR %s
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=mi250x -fclperf-dump=access -Wno-clperf 2>&1 \
// RUN:   | grep local | FileCheck --check-prefix=FOUR %s
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-645 -fclperf-dump=access -Wno-clperf 2>&1 \
// RUN:   | grep local | FileCheck --check-prefix=EIGHT %s
//
// FOUR: bank degree 1 average 1 most
// FOUR-NEXT: bank degree 2 average 2 most
// FOUR-NEXT: bank degree 4 average 4 most
// FOUR-NEXT: bank degree 8 average 8 most
// FOUR-NEXT: bank degree 16 average 16 most
// FOUR-NEXT: bank degree 32 average 32 most
// FOUR-NEXT: bank degree 1 average 1 most
// FOUR-NEXT: bank degree 1 average 1 most
// FOUR-NEXT: bank degree 1 average 1 most
// FOUR-NEXT: bank degree 32 average 32 most
// FOUR-NEXT: bank degree 1 average 1 most
// FOUR-NEXT: bank degree 2 average 2 most
// FOUR-NEXT: bank degree 1 average 1 most
//
// EIGHT: bank degree 1 average 1 most
// EIGHT-NEXT: bank degree 1 average 1 most
// EIGHT-NEXT: bank degree 2 average 2 most
// EIGHT-NEXT: bank degree 4 average 4 most
// EIGHT-NEXT: bank degree 8 average 8 most
// EIGHT-NEXT: bank degree 16 average 16 most
// EIGHT-NEXT: bank degree 1 average 1 most
// EIGHT-NEXT: bank degree 1 average 1 most
// EIGHT-NEXT: bank degree 1 average 1 most
// EIGHT-NEXT: bank degree 16 average 16 most
// EIGHT-NEXT: bank degree 1 average 1 most
// EIGHT-NEXT: bank degree 2 average 2 most
// EIGHT-NEXT: bank degree 1 average 1 most

// clperf: launch global=64 local=64
__kernel void strides(__global float *o)
{
    __local float t[64 * 33];
    int i = get_local_id(0);
    t[i] = i;
    t[2 * i] = i;
    t[4 * i] = i;
    t[8 * i] = i;
    t[16 * i] = i;
    t[32 * i] = i;
    t[33 * i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[i] = t[7];
    o[i] = t[i / 8];
    o[i] = t[i % 32 * 32];
}

// clperf: launch global=64 local=64
__kernel void wide(__global float *o)
{
    __local double d[64 * 2];
    __local float4 v[64];
    int i = get_local_id(0);
    d[i] = i;
    d[2 * i] = i;
    v[i] = i;
}
