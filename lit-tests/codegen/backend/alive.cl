/* Registers that are alive at the same time, in both orders. */
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -fclperf-dump=cfg -Wno-clperf \
// RUN:   -fclperf-gpu=gtx-980,rtx-2080-ti,h100,mi250x 2>&1 | \
// RUN:   FileCheck %s

/* The index and one address, then the index and what was loaded. */
// CHECK: cfg of copy (machine view): {{.*}}, ptxas 4 to 4 registers alive
__kernel void copy(__global const float *in, __global float *out) {
    int i = get_global_id(0);
    out[i] = in[i];
}

/* Addresses that differ by a constant are one, whatever the index's type: the sum, one or eight values, an address
 * and the index, which the last store takes as 64 bits. */
// CHECK: cfg of neighbours (machine view): {{.*}}, ptxas 6 to 11 registers alive
__kernel void neighbours(__global const float *in, __global float *out, int w) {
    int i = get_global_id(0) * w;
    float sum = 0;
    for (int j = 0; j < 8; j++)
        sum += in[i + j];
    out[get_global_id(0)] = sum;
}

/* Components of vectors are registers of their own, and taking them apart costs none: four, the
 * address to store to. */
// CHECK: cfg of vectors (machine view): {{.*}}, ptxas 6 to 6 registers alive
__kernel void vectors(__global const float4 *in, __global float4 *out) {
    int i = get_global_id(0);
    out[i] = in[i].wzyx;
}

/* Eight independent chains: one at a time, or all at once. */
// CHECK: cfg of chains (machine view): {{.*}}, ptxas {{[3-5]}} to {{[89]|1[0-9]}} registers alive
__kernel void chains(__global int *out, int n) {
    int i = get_global_id(0);
    for (int j = 0; j < 8; j++)
        out[i + j * 64] = ((i + j) * (i ^ j) + n) * (i - j) ^ i;
}

/* AMD's machine view is one of its own. */
// CHECK: cfg of uniform (machine view): {{.*}}, ptxas {{[5-9]}} to {{[5-9]}} registers alive
// CHECK: cfg of uniform (machine view): {{.*}}, amdgcn {{[1-9]}} to {{[1-9]}} registers alive
__kernel void uniform(__global int *out, int a, int b) {
    int c = get_group_id(0) * a, d = get_group_id(0) * b, e = c ^ d, f = c + d;
    for (int k = 0; k < a; k++) {
        c = c * e + f;
        d = d * f + e;
        e ^= c;
        f += d;
    }
    out[get_global_id(0)] = c + d + e + f;
}

/* Where a base that all work-items share is added to each one's offset, three arrays with one index
 * need one pair. */
// CHECK: cfg of three (machine view): {{.*}}, ptxas_sm75 4 to 4 registers alive, {{.*}}, ptxas 5 to 6 registers alive
__kernel void three(__global const float *a, __global const float *b, __global float *c) {
    size_t i = get_global_id(0);
    c[i] = a[i] * b[i];
}

/* Arrays in local memory begin where the assembler knows: one index, one register. */
// CHECK: cfg of two_tiles (machine view): {{.*}}, ptxas 5 to 6 registers alive
__kernel void two_tiles(__global float *a) {
    __local float x[64], y[64];
    int i = get_local_id(0);
    x[i] = a[i];
    y[i] = a[i + 64];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[i] = x[i ^ 1] + y[i ^ 1];
}

/* A loop that only loads, or only stores, has several iterations in flight if it counts in constant
 * steps; one that does both has not. */
// CHECK: cfg of loads (machine view): {{.*}}, ptxas 7 to 20 registers alive
__kernel void loads(__global const float *a, __global float *out, int n) {
    float sum = 0;
    for (int i = get_local_id(0); i < n; i += 64)
        sum += a[i];
    out[get_global_id(0)] = sum;
}
// CHECK: cfg of strided (machine view): {{.*}}, ptxas 7 to 7 registers alive
__kernel void strided(__global const float *a, __global float *out, int n) {
    float sum = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        sum += a[i];
    out[get_global_id(0)] = sum;
}
// CHECK: cfg of writes (machine view): {{.*}}, ptxas 6 to 10 registers alive
__kernel void writes(__global int *out, int n) {
    for (int i = get_local_id(0); i < n; i += 64)
        out[i] = i;
}
// CHECK: cfg of copies (machine view): {{.*}}, ptxas 8 to 9 registers alive
__kernel void copies(__global const float *a, __global float *out, int n) {
    for (int i = get_local_id(0); i < n; i += 64)
        out[i] = a[i];
}
