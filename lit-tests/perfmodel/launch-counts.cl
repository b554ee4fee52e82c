// Figures are of the whole launch, however large: groups at its edges count as often as they are there.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=gtx-980 -fclperf-no-cache -fclperf-dump=access \
// RUN:   -fclperf-add-output=json:file=%t.json 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json

// 4096 rows; a warp has 16 items in each of two. Of the 256 columns of groups, the first and the last have
// 15 items at work per row, so that 2 of 256 requests need 15 of 16 floats: 4 sectors nevertheless.
// CHECK: accesses of frame over 65536 groups
// CHECK-NEXT: load global in 4 bytes: 2048 requests, 2 sectors 2 lines, ideal 1
// CHECK-NEXT: store global out 4 bytes: 2048 requests, 2 sectors 2 lines, ideal 1
// CHECK-NEXT: load global in 4 bytes: 524288 requests,
// CHECK-NEXT: store global out 4 bytes: 524288 requests, 4 sectors 2 lines
// clperf: launch global=4096x4096 local=16x16 width=4096
__kernel void frame(__global const float *in, __global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x == 0)
        out[y * width] = in[y * width];
    else if (x < width - 1)
        out[y * width + x] = in[y * width + x + 1];
}

// The diagonal goes through every row of groups: 2000 * 2001 / 2 items in 63000 warps.
// CHECK: accesses of triangle over 16384 groups
// CHECK-NEXT: store global out 4 bytes: 63000 requests, {{.*}}, exact
// clperf: launch global=2048x2048 local=16x16 n=2000
__kernel void triangle(__global float *out, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (y < n && x <= y)
        out[y * n + x] = 0;
}

// Which groups do something follows no straight line: there are too many kinds to look at each, and the
// report does not say that it knows.
// CHECK: accesses of squares over 65536 groups
// CHECK-NEXT: store global out 4 bytes: {{.*}}, followed: some work-groups stand for all
// JSON: "name":{{.*}}"squares"
// JSON: "whole":{{.*}}false
// JSON: "known":{{.*}}false
// JSON: "certainty":{{.*}}"followed"
// JSON-NEXT: "reason":{{.*}}"some work-groups stand for all"
// clperf: launch global=4194304 local=64
__kernel void squares(__global float *out)
{
    uint g = get_group_id(0);
    if (g * g % 7 > g % 5)
        out[get_global_id(0)] = 0;
}
