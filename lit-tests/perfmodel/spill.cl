/* What does not fit in a work-item's registers is spilled: 63 on the GTX 645, 255 on the A100. An
 * array that is indexed at run time is in memory on every GPU. */
// RUN: env PATH=%S/../codegen/backend/Inputs/no-ptxas:"$PATH" %clperf-analyze clang-19 -fsyntax-only %s \
// RUN:   -fclperf-gpu=gtx-645,a100 -fclperf-add-output=json:file=%t.json -Wno-clperf
// RUN: %python %S/../driver/Inputs/resources.py %t.json | FileCheck %s
// RUN: %clperf-analyze clang-19 -fsyntax-only %s -fclperf-gpu=gtx-645 -fclperf-dump=occupancy \
// RUN:   -Wno-clperf 2>&1 | FileCheck --check-prefix=DUMP %s

// DUMP: a group has 256 items, 63 registers per item
// DUMP-NEXT: registers from estimate, per item [[BYTES:[1-9][0-9]+]] bytes of them spilled, [[BYTES]] bytes private

// CHECK: many gtx-645 63 estimate [[BYTES:[1-9][0-9]+]] [[BYTES]]
// CHECK: many a100 {{[1-9][0-9]+}} estimate 0 0
__kernel void many(__global const float *in, __global float *out) {
    int i = get_global_id(0);
    float x[96], sum = 0;
    for (int j = 0; j < 96; j++)
        x[j] = in[i + j * 1024];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 96; j++)
        sum = sum * x[95 - j] + x[j];
    out[i] = sum;
}

// CHECK: indexed gtx-645 {{[0-9]+}} estimate 0 256
// CHECK: indexed a100 {{[0-9]+}} estimate 0 256
__kernel void indexed(__global const int *in, __global int *out) {
    int own[64];
    for (int j = 0; j < 64; j++)
        own[in[j] & 63] = j;
    out[get_global_id(0)] = own[in[get_global_id(0)] & 63];
}

/* A work-group of 1024 has to fit on the SM: 64 registers are left for each on the A100. */
// CHECK: grouped gtx-645 63 estimate {{[1-9][0-9]+}}
// CHECK: grouped a100 64 estimate {{[1-9][0-9]+}}
__attribute__((reqd_work_group_size(1024, 1, 1)))
__kernel void grouped(__global const float *in, __global float *out) {
    int i = get_global_id(0);
    float x[96], sum = 0;
    for (int j = 0; j < 96; j++)
        x[j] = in[i + j * 1024];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 96; j++)
        sum = sum * x[95 - j] + x[j];
    out[i] = sum;
}
