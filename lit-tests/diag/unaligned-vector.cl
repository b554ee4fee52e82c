// Vectors by vload4 and vstore4, of bytes and floats, and through a pointer to vectors: NVIDIA's
// compilers split the former.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -Wclperf-unaligned-vector 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning: %s
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rx-480 -Wno-clperf -Wclperf-unaligned-vector 2>&1 \
// RUN:   | count 0

// clperf: launch global=8388608 local=256
__kernel void invert(__global const uchar *in, __global uchar *out)
{
    int i = get_global_id(0);
    // CHECK: [[#@LINE+3]]:5: warning: each work-item's store to 'out' is of 4 elements of 1 byte, aligned to 1 byte: it is made element by element; costs {{[0-9.]+}} of {{[0-9.]+}} ms {{.*}} [-Wclperf-unaligned-vector]
    // CHECK: note: where the address is a multiple of 4 bytes, use a pointer to the vector type
    // CHECK: [[#@LINE+1]]:29: warning: each work-item's load from 'in' is of 4 elements of 1 byte
    vstore4((uchar4)(255) - vload4(i, in), i, out);
}

// clperf: launch global=4194304 local=256
__kernel void sums(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    // CHECK: [[#@LINE+2]]:16: warning: each work-item's load from 'in' is of 4 elements of 4 bytes, aligned to 4 bytes: it is made element by element; costs
    // CHECK: note: where the address is a multiple of 16 bytes, use a pointer to the vector type
    float4 v = vload4(i, in);
    out[i] = v.x + v.y + v.z + v.w;
}

// clperf: launch global=4194304 local=256
__kernel void aligned_sums(__global const float4 *in, __global float *out)
{
    int i = get_global_id(0);
    float4 v = in[i];
    out[i] = v.x + v.y + v.z + v.w;
}
