// Floats of 16 bits become floats of 32 by the integer and half lanes on NVIDIA's GPUs from Volta on, and are made of them
// on the integer lanes from Ampere on, not by the special function units that convert integers.
//
// RUN: %clperf-analyze -c %s -fclperf-dump=cfg 2>&1 | FileCheck %s
// CHECK: cfg of narrowed (machine view)
// CHECK: cvt-narrow {{[0-9]+}}
// CHECK: cfg of widened (machine view)
// CHECK: cvt-widen {{[0-9]+}}
//
// RUN: %clperf-analyze -c %s -Wno-clperf -fclperf-gpu=a100,h100 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'narrowed < 0.5 * truncated' 'widened < 0.7 * truncated' | FileCheck %s --check-prefix=NEW
// NEW: 2 GPUs, 0 wrong
// RUN: %clperf-analyze -c %s -Wno-clperf -fclperf-gpu=t4 -fclperf-add-output=json:file=%t.json
// RUN: %python %S/Inputs/times.py %t.json 'narrowed > 0.8 * truncated' 'widened < 0.7 * truncated' | FileCheck %s --check-prefix=OLD
// OLD: 1 GPUs, 0 wrong
#include <cuda_fp16.h>

extern "C" __global__ void narrowed(float *x, __half *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    unsigned short bits = 0;
#pragma unroll 8
    for (int k = 0; k < 1024; k++) {
        v = v + 1;
        bits ^= __half_as_ushort(__float2half(v));
    }
    out[i] = __ushort_as_half(bits);
}

extern "C" __global__ void widened(float *out, __half *x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned short bits = __half_as_ushort(x[i]);
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < 1024; k++) {
        bits ^= k;
        sum += __half2float(__ushort_as_half(bits));
    }
    out[i] = sum;
}

extern "C" __global__ void truncated(float *x, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    int bits = 0;
#pragma unroll 8
    for (int k = 0; k < 1024; k++) {
        v = v + 1;
        bits ^= (int)v;
    }
    out[i] = bits;
}
