// A private array that is indexed at run time, one that is in registers, and registers that do not fit a
// group of 1024.
//
// RUN: %clperf-cc -fsyntax-only %s -Rclperf 2>&1 | FileCheck --implicit-check-not=warning: %s

// clperf: launch global=262144 local=256
__kernel void indexed(__global const int *in, __global int *out)
{
    int own[32], i = get_global_id(0);
    for (int j = 0; j < 32; j++)
        own[j] = i + j;
#pragma unroll 1
    for (int j = 0; j < 256; j++)
        // CHECK: warning: the array 'own' is in private memory instead of registers: 128 bytes for each work-item; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-private-array]
        own[(i + j * 7) & 31] += j;
    out[i] = own[i & 31];
}

// clperf: launch global=262144 local=256
__kernel void in_registers(__global const int *in, __global int *out)
{
    int own[8], i = get_global_id(0), sum = 0;
    for (int j = 0; j < 8; j++)
        own[j] = in[j * 262144 + i];
    for (int j = 0; j < 8; j++)
        sum = sum * 3 + own[7 - j];
    out[i] = sum;
}

// clperf: launch global=262144 local=1024
// CHECK: :[[@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: 'too_many' spills {{[1-9][0-9]+}} bytes of registers for each work-item to private memory; costs {{[0-9.]*[1-9]}}{{.*}} [-Wclperf-spill]
// CHECK: note: {{.*}}: a work-item has 64 registers
__kernel __attribute__((reqd_work_group_size(1024, 1, 1))) void too_many(__global const float *in, __global float *out)
{
    int i = get_global_id(0);
    float x[96], sum = 0;
    for (int j = 0; j < 96; j++)
        x[j] = in[i + j * 262144];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 96; j++)
        sum = sum * x[95 - j] + x[j];
    out[i] = sum;
}
