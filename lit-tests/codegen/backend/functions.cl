/* OpenCL's functions as AMD's back end takes them of our bitcode: libclc's where it has them. */
// RUN: %python %S/compare.py %clperf-analyze --gpu mi250x --most 0 --list %s | FileCheck %s
// CHECK: mi250x: 10 kernels

// CHECK-DAG: arithmetic 2{{[0-9]}} 2{{[0-9]$}}
__kernel void arithmetic(__global float4 *a, __global const float4 *b) {
    size_t i = get_global_id(0);
    a[i] = clamp(fma(a[i], b[i], mix(a[i], b[i], 0.5f)), fmin(b[i], 1.0f), 2.0f) + sqrt(b[i]);
}

// CHECK-DAG: integers [[INTEGERS:[0-9]+]] [[INTEGERS]]{{$}}
__kernel void integers(__global int *a, __global const uint *b, int most) {
    int i = get_global_id(0), limit = min(most, (int)get_local_size(0));
    for (int k = 0; k < limit; k++)
        a[i] = a[i] * max(i, k) + min(b[i], 7u) + popcount(i);
}

// CHECK-DAG: conversions [[CONVERSIONS:[0-9]+]] [[CONVERSIONS]]{{$}}
__kernel void conversions(__global uchar4 *a, __global float4 *b, __global int4 *c) {
    size_t i = get_global_id(0);
    b[i] = convert_float4(a[i]) * 0.5f + convert_float4(c[i]);
    c[i] = convert_int4(a[i]);
}

// CHECK-DAG: vectors [[VECTORS:[0-9]+]] [[VECTORS]]{{$}}
__kernel void vectors(__global const float *a, __global float *b) {
    int i = get_global_id(0);
    vstore4(vload4(i, a) + vload4(i + 1, a), i, b);
}

// CHECK-DAG: counters [[COUNTERS:[0-9]+]] [[COUNTERS]]{{$}}
__kernel void counters(__global int *bins, __global const int *data, __global uint *most) {
    __local int own[64];
    int l = get_local_id(0);
    own[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&own[data[get_global_id(0)] & 63]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[l], own[l]);
    atomic_max(&most[l], (uint)own[l]);
}

struct options {
    int first, step;
    float weights[16];
};

// CHECK-DAG: structure [[STRUCTURE:[0-9]+]] [[STRUCTURE]]{{$}}
__kernel void structure(__global float *a, struct options o) {
    int i = get_global_id(0);
    a[i] = o.weights[a[i] > 0 ? o.first : o.step] * a[i];
}

__constant float table[] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};

// CHECK-DAG: constants [[CONSTANTS:[0-9]+]] [[CONSTANTS]]{{$}}
__kernel void constants(__global float *a, __global const int *which) {
    int i = get_global_id(0);
    a[i] = table[which[i] % 5] + table[get_group_id(0) % 5];
}

static float sum_of(const float *values, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

// CHECK-DAG: own [[OWN:[0-9]+]] [[OWN]]{{$}}
__kernel void own(__global float *a, __global const int *which, int n) {
    float kept[32];
    int i = get_global_id(0);
    for (int k = 0; k < n; k++)
        kept[which[i + k] & 31] = a[i + k];
    a[i] = sum_of(kept, n & 31);
}

// CHECK-DAG: sizes [[SIZES:[0-9]+]] [[SIZES]]{{$}}
__attribute__((reqd_work_group_size(8, 8, 1)))
__kernel void sizes(__global int *a) {
    int row = get_global_id(1) * get_global_size(0) + get_global_id(0);
    a[row] = get_group_id(1) * get_num_groups(0) + get_local_id(1) + get_global_offset(0) +
             get_work_dim();
}

// CHECK-DAG: functions [[FUNCTIONS:[0-9]+]] [[FUNCTIONS]]{{$}}
__kernel void functions(__global float *a, __global float *b) {
    int i = get_global_id(0);
    a[i] = exp(a[i]) + pow(b[i], a[i]);
}
