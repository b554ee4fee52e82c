// One warp alone waits for all that it does. Kepler issues bank conflicts and the further lines of a
// request again, which holds the warp; on Maxwell it goes on. What a branch decides about waits
// for it.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=gtx-680 -fclperf-add-output=json:file=%t.680.json
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=gtx-980 -fclperf-add-output=json:file=%t.980.json
// RUN: %python %S/Inputs/times.py %t.680.json 'conflicts > 2 * aligned' 'rows > 2 * row' \
// RUN:   'rolled > 4 * unrolled' | FileCheck %s
// RUN: %python %S/Inputs/times.py %t.980.json 'conflicts < 1.6 * aligned' 'rows < 1.5 * row' \
// RUN:   'rolled > 4 * unrolled' | FileCheck %s
// CHECK: 1 GPUs, 0 wrong

float local_sum(__local const float *tile, int step) {
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < 2048; i++)
        sum += tile[get_local_id(0) * step + (i & 7)];
    return sum;
}

// clperf: launch global=32 local=32
__kernel void aligned(__global float *out) {
    __local float tile[32 * 16];
    tile[get_local_id(0)] = out[get_local_id(0)];
    out[get_local_id(0)] = local_sum(tile, 2);
}

// clperf: launch global=32 local=32
__kernel void conflicts(__global float *out) {
    __local float tile[32 * 16];
    tile[get_local_id(0)] = out[get_local_id(0)];
    out[get_local_id(0)] = local_sum(tile, 16);
}

float global_sum(__global const float *in, int step) {
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < 1024; i++)
        sum += in[get_local_id(0) * step + (i & 7)];
    return sum;
}

// clperf: launch global=32 local=32
__kernel void row(__global const float *in, __global float *out) {
    out[get_local_id(0)] = global_sum(in, 1);
}

// clperf: launch global=32 local=32
__kernel void rows(__global const float *in, __global float *out) {
    out[get_local_id(0)] = global_sum(in, 32);
}

// clperf: launch global=32 local=32
__kernel void unrolled(__global float *out) {
    float x = get_local_id(0);
#pragma unroll 16
    for (int i = 0; i < 4096; i++)
        x = x * 1.5f + 2;
    out[get_local_id(0)] = x;
}

// clperf: launch global=32 local=32
__kernel void rolled(__global float *out) {
    float x = get_local_id(0);
#pragma unroll 1
    for (int i = 0; i < 4096; i++)
        x = x * 1.5f + 2;
    out[get_local_id(0)] = x;
}
