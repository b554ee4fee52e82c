// Adjacent local loads are made wide ones for CDNA2, which serves misaligned lanes one by one. Loads
// of every other word are not, nor are aligned ones.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -DSTEP=1 -DITEM=1 -fclperf-gpu=mi250x -fclperf-dump=sim 2>&1 | FileCheck --check-prefix=SLOW %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -DSTEP=2 -DITEM=1 -fclperf-gpu=mi250x -fclperf-dump=sim 2>&1 | FileCheck --check-prefix=FAST %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -DSTEP=1 -DITEM=2 -fclperf-gpu=mi250x -fclperf-dump=sim 2>&1 | FileCheck --check-prefix=FAST %s
// SLOW: bound by shared
// FAST-NOT: bound by shared
// clperf: launch global=4194304 local=256
__kernel void rows(__global const float *in, __global float *out) {
    __local float row[1024];
    for (int i = get_local_id(0); i < 1024; i += 256)
        row[i] = in[get_group_id(0) * 1024 + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 16; j++)
        sum += row[get_local_id(0) * ITEM + j * STEP];
    out[get_global_id(0)] = sum;
}
