// What three-input instructions do in one: two additions, and logic on up to three words. What goes
// into another operation so counts as joined; not where a fourth word comes in, or where something
// else wants it too. A sum of two words and no more, neither of them a constant, is a plain one.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-dump=cfg 2>&1 | FileCheck %s

// CHECK-LABEL: cfg of three_summands (machine view)
// CHECK: compute int 1 joined-sum 1, {{.*}} @[[#@LINE+3]]:
__kernel void three_summands(__global int *p, int a, int b, int c)
{
    *p = a + b + c;
}

// CHECK-LABEL: cfg of four_summands (machine view)
// CHECK: compute int 1 plain-sum 1 joined-sum 1, {{.*}} @[[#@LINE+3]]:
__kernel void four_summands(__global int *p, int a, int b, int c, int d)
{
    *p = a + b + c + d;
}

// CHECK-LABEL: cfg of choice (machine view)
// CHECK: compute int 1 joined-logic 2, {{.*}} @[[#@LINE+3]]:
__kernel void choice(__global uint *p, uint b, uint c, uint d)
{
    *p = d ^ (b & (c ^ d));
}

// CHECK-LABEL: cfg of four_words (machine view)
// CHECK: compute int 2 joined-logic 1, {{.*}} @[[#@LINE+3]]:
__kernel void four_words(__global uint *p, uint a, uint b, uint c, uint d)
{
    *p = a & (b ^ (c | d));
}

// CHECK-LABEL: cfg of wanted_twice (machine view)
// CHECK: compute plain-sum 2, {{.*}} @[[#@LINE+3]]:
__kernel void wanted_twice(__global int *p, int a, int b, int c)
{
    int sum = a + b;
    *p = sum + c;
    p[1] = sum;
}

// A word that is shifted to the left or rotated by a constant is added by the same instruction, with
// at most one more word.
// CHECK-LABEL: cfg of shifted (machine view)
// CHECK: compute shifted-sum 1 shift 1, {{.*}} @[[#@LINE+3]]:
__kernel void shifted(__global uint *p, uint a, uint b)
{
    *p = (a << 5) + b;
}

// CHECK-LABEL: cfg of rotated (machine view)
// CHECK: compute int 1 joined-sum 1 rotated-sum 1 shift 1, {{.*}} @[[#@LINE+3]]:
__kernel void rotated(__global uint *p, uint a, uint b, uint c, uint d)
{
    *p = rotate(a, 7u) + b + c + d;
}

// By how much is not known.
// CHECK-LABEL: cfg of shifted_by_any (machine view)
// CHECK: compute int 1 plain-sum 1 shift 1, {{.*}} @[[#@LINE+3]]:
__kernel void shifted_by_any(__global uint *p, uint a, uint b)
{
    *p = (a << (b & 31)) + b;
}

// CHECK-LABEL: cfg of long_words (machine view)
// CHECK: compute int64 2 joined-sum64 1 joined-logic64 1, {{.*}} @[[#@LINE+3]]:
__kernel void long_words(__global ulong *p, ulong a, ulong b, ulong c)
{
    *p = (a ^ b ^ c) + b + c;
}

// CHECK-LABEL: cfg of long_rotation (machine view)
// CHECK: compute shift64 1, {{.*}} @[[#@LINE+3]]:
__kernel void long_rotation(__global ulong *p, ulong a)
{
    *p = rotate(a, 7ul);
}

// Vectors are as many words.
// CHECK-LABEL: cfg of vectors (machine view)
// CHECK: compute int 8 joined-logic 4 rotated-sum 4 shift 4, {{.*}}
__kernel void vectors(__global uint4 *p, uint4 a, uint4 b)
{
    *p = rotate(bitselect(a, b, (uint4)(3, 5, 9, 77)), (uint4)(7)) + b;
}
