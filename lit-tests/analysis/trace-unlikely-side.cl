// That a floating-point number is equal to a constant other than zero is taken to be never true:
// programs that measure keep a result alive so. Equality with zero may be true for sparse data, and
// that of whole numbers for any.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace 2>&1 | sed -nEf %S/Inputs/visits.sed \
// RUN:   | FileCheck %s

// CHECK: trace of equal: 1 warps {{.*}}, unknown: a branch depends on data that is not known
// CHECK-NEXT: warp 0
// CHECK-NEXT: in 32
// CHECK-NEXT: join 32
// CHECK-NOT: then
// clperf: launch global=32 local=32
__kernel void equal(__global const float *in, __global float *then, __global float *join)
{
    int i = get_local_id(0);
    float x = in[i];
    if (x == 123.0f)
        then[i] = x;
    join[i] = x;
}

// CHECK: trace of unequal: 1 warps
// CHECK-NEXT: warp 0
// CHECK-NEXT: in 32
// CHECK-NEXT: then 32
// CHECK-NOT: other
// clperf: launch global=32 local=32
__kernel void unequal(__global const float *in, __global float *then, __global float *other)
{
    int i = get_local_id(0);
    float x = in[i];
    if (x != 123.0f)
        then[i] = x;
    else
        other[i] = x;
}

// CHECK: trace of or_known: 1 warps
// CHECK-NEXT: warp 0
// CHECK-NEXT: in 32
// CHECK-NOT: then
// clperf: launch global=32 local=32 never=0
__kernel void or_known(__global const float *in, __global float *then, int never)
{
    int i = get_local_id(0);
    float x = in[i];
    if (never || x == 123.0f)
        then[i] = x;
}

// CHECK: trace of zero: 1 warps
// CHECK-NEXT: warp 0
// CHECK-NEXT: in 32
// CHECK-NEXT: then 32
// clperf: launch global=32 local=32
__kernel void zero(__global const float *in, __global float *then)
{
    int i = get_local_id(0);
    float x = in[i];
    if (x == 0.0f)
        then[i] = x;
}

// CHECK: trace of whole: 1 warps
// CHECK-NEXT: warp 0
// CHECK-NEXT: in 32
// CHECK-NEXT: then 32
// clperf: launch global=32 local=32
__kernel void whole(__global const int *in, __global int *then)
{
    int i = get_local_id(0);
    int x = in[i];
    if (x == 123)
        then[i] = x;
}

// What the source expects is believed.
// CHECK: trace of expected: 1 warps
// CHECK-NEXT: warp 0
// CHECK-NEXT: in 32
// CHECK-NEXT: other 32
// CHECK-NOT: then
// clperf: launch global=32 local=32
__kernel void expected(__global const int *in, __global int *then, __global int *other)
{
    int i = get_local_id(0);
    int x = in[i];
    if (__builtin_expect(x == 123, 0))
        then[i] = x;
    if (__builtin_expect(x != 77, 1))
        other[i] = x;
    else
        then[i] = x;
}

// Of 2^32 numbers that a hash can be it is hardly ever a given one.
// CHECK: trace of hash: 1 warps
// CHECK-NEXT: warp 0
// CHECK-NEXT: in 32
// CHECK-NEXT: in 32
// CHECK-NOT: then
// clperf: launch global=32 local=32
__kernel void hash(__global const uint *in, __global uint *then)
{
    int i = get_local_id(0);
    uint x = in[i], wanted = in[0];
    x = rotate(x, 7u) + 0x1234567u;
    if ((x ^ 0x5bd1e995u) == wanted)
        then[i] = x;
    x = (x << 3 | x >> 29) - wanted;
    if (x == 17)
        then[i] = x;
    x *= 0x9e3779b1u;
    if (x == wanted)
        then[i] = x;
}

// But a few of its bits may be.
// CHECK: trace of bits_of_hash: 1 warps
// CHECK-NEXT: warp 0
// CHECK-NEXT: in 32
// CHECK-NEXT: then 32
// clperf: launch global=32 local=32
__kernel void bits_of_hash(__global const uint *in, __global uint *then)
{
    int i = get_local_id(0);
    uint x = rotate(in[i], 7u) + 0x1234567u;
    if ((x & 15) == 3)
        then[i] = x;
}

// On whichever side of a product the factor stands.
// CHECK: trace of factors: 1 warps
// CHECK-NEXT: warp 0
// CHECK-NEXT: in 32
// CHECK-NEXT: in 32
// CHECK-NOT: then
// clperf: launch global=32 local=32
__kernel void factors(__global const uint *in, __global uint *then)
{
    int i = get_local_id(0);
    uint x = in[i], wanted = in[0];
    if (x * 0x9e3779b1u == wanted)
        then[i] = x;
    if (0x85ebca6bu * x == wanted)
        then[i] = x;
}
