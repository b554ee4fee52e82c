// Full-precision functions and doubles by literal: reported where they are what the kernel waits
// for, and only there.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf-double-precision 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %clperf-cc -fsyntax-only -cl-fast-relaxed-math %s -Wno-clperf-uncoalesced -Wno-clperf-double-precision 2>&1 \
// RUN:   | FileCheck --check-prefix=FAST --implicit-check-not="in full precision" %s
// FAST: warning: a literal
//
// Functions that may be approximated cost what native ones do.
// RUN: %clperf-cc -fsyntax-only -cl-fast-relaxed-math %s -Rclperf 2>&1 | FileCheck --check-prefix=APPROXIMATE %s
// APPROXIMATE: remark: 'functions' takes [[TIME:[0-9.]+]] ms
// APPROXIMATE: remark: 'native_functions' takes [[TIME]] ms

// CHECK: [[#@LINE+9]]:{{.*}}: warning: {{[a-z0-9]+}}() in full precision, {{.*}}; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-slow-math]
// clperf: launch global=1048576 local=256
__kernel void functions(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    float x = in[i], y = x;

#pragma unroll 1
    for (int j = 0; j < 64; j++)
        y = exp(y) - x;
    out[i] = y;
}

// clperf: launch global=1048576 local=256
__kernel void native_functions(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    float x = in[i], y = x;

#pragma unroll 1
    for (int j = 0; j < 64; j++)
        y = native_exp(y) - x;
    out[i] = y;
}

// One division for each value from memory is hidden.
// clperf: launch global=1048576 local=256
__kernel void hidden(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    out[i] = 1.0f / in[i];
}

// CHECK: [[#@LINE+9]]:{{.*}}: warning: a literal without the suffix f {{.*}} costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-slow-math]
// clperf: launch global=1048576 local=256
__kernel void by_literal(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    float x = in[i], y = x;

#pragma unroll 1
    for (int j = 0; j < 64; j++)
        y = y * 0.3 + x;
    out[i] = y;
}

// Sums kept in double are meant so.
// clperf: launch global=1048576 local=256
__kernel void meant(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    double y = in[i];

#pragma unroll 1
    for (int j = 0; j < 64; j++)
        y = y * 0.3 + 1.5;
    out[i] = y;
}
