/* Registers by number, as ptxas hands them out. */
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -fclperf-dump=cfg -Wno-clperf \
// RUN:   -fclperf-gpu=gtx-980,rtx-2080-ti,h100,mi250x 2>&1 | \
// RUN:   grep 'machine view' | FileCheck %s

/* R1 only, which nobody gets. */
// CHECK: cfg of empty {{.*}}, 2 numbered, {{.*}}, 2 numbered, {{.*}}, 2 numbered
__kernel void empty(void) {}

/* Two pairs of addresses and R1; the loaded value takes the upper half of the first one. */
// CHECK: cfg of copy {{.*}}, 6 numbered, {{.*}}, 6 numbered, {{.*}}, 6 numbered
__kernel void copy(__global const float *in, __global float *out, int w) {
    int i = get_global_id(0) * w;
    out[i] = in[i];
}

/* What is loaded to half of its address's pair keeps the other half, so that the sum goes
 * behind the pair that it is stored to: R9. With bases there is one pair. */
// CHECK: cfg of sum_of_two {{.*}}, 6 numbered, {{.*}}, 10 numbered, {{.*}}, 10 numbered
__kernel void sum_of_two(__global const float *a, __global const float *b, __global float *c) {
    size_t i = get_global_id(0);
    c[i] = a[i] + b[i];
}

/* An index of 32 bits is added to every array in an instruction of its own, bases or not: three
 * pairs where one would do. */
// CHECK: cfg of narrow {{.*}}, [[N:[0-9]+]] numbered, ptxas_sm90 {{.*}}, ptxas {{.*}}, [[N]] numbered
__kernel void narrow(__global const float *a, __global const float *b, __global float *c,
                     __global const int *index) {
    int i = index[get_global_id(0)];
    c[i] = a[i] + b[i];
}

/* The upper half of what is cut to 32 bits takes no register: the group's and the item's number in
 * both dimensions, and the size. */
// CHECK: cfg of cut {{.*}} ptxas 2 to 5 registers alive
__kernel void cut(__local uint *out) {
    uint i = get_global_id(0) * get_global_size(1) + get_global_id(1);
    out[get_local_id(0)] = i;
}

/* The stored constant has a register from the start, one that nothing else has in the block. */
// CHECK: cfg of ones {{.*}}, ptxas {{[^,]*}}, 10 numbered
__kernel void ones(__global float *out, long w) {
    out[get_global_id(0) + get_global_id(1) * w] = 1;
}

/* One sum after another in one register: all that is added is in the other bank. */
// CHECK: cfg of one_by_one {{.*}}, ptxas {{[^,]*}}, 39 numbered
__kernel void one_by_one(__global const float *in, __global float *out, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[i];
    out[get_global_id(0)] = sum;
}

/* Whole numbers are added three at a time, which leaves no bank out. */
// CHECK: cfg of three_by_three {{.*}}, ptxas {{[^,]*}}, 25 numbered
__kernel void three_by_three(__global const int *in, __global int *out, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[i];
    out[get_global_id(0)] = sum;
}

/* On Hopper, loops keep in registers where arrays begin, two for each, and what their variable is
 * multiplied by. */
// CHECK: cfg of strided {{.*}}, 10 numbered, {{.*}}, 16 numbered, {{.*}}, 10 numbered
__kernel void strided(__global float *a, uint inc_a, __global float *b, uint inc_b, uint n) {
    for (uint i = get_local_id(0); i < n; i += 64) {
        float x = b[i * inc_b];
        b[i * inc_b] = a[i * inc_a];
        a[i * inc_a] = x;
    }
}

/* A register that an access reads is not written for a while after it: each of the first addresses
 * has a pair of its own, though there is one at a time. */
// CHECK: cfg of chase {{.*}}, ptxas {{[^,]*}}, 14 numbered
__kernel void chase(__global const int *next, __global int *out) {
    int i = get_local_id(0);
    i = next[next[next[next[i]]]];
    out[i] = 1;
}
