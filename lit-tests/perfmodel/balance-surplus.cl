// Surplus groups, as where each work-item computes several outputs and the launch has one for each:
// the simulated groups are some that have work, and the steps between are found.
//
// RUN: %clperf-cc -fsyntax-only %s -DTILE_X=3 -DTILE_Y=7 -fclperf-dump=sim -fclperf-launch=tiles:global=16384x4096,local=16x16 2>&1 | FileCheck --check-prefix=TILES %s
// TILES: work of an average group 0.04{{[78][0-9]*}}, of the heaviest 1 of group
// RUN: %clperf-cc -fsyntax-only %s -DTILE_X=1 -DTILE_Y=1 -fclperf-dump=sim -fclperf-launch=tiles:global=16384x4096,local=16x16 2>&1 | FileCheck --check-prefix=ALL %s
// ALL-NOT: average group
//
// A triangle is no product of what its rows and its columns do.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=sim -fclperf-launch=triangle:global=4096x4096,local=16x16 2>&1 | FileCheck --check-prefix=TRIANGLE %s
// TRIANGLE: work of an average group 0.6{{[0-9]*}}, of the heaviest 1 of group
//
// Of the last groups only one warp of eight has work, and that is as long as any.
// RUN: %clperf-cc -fsyntax-only %s -DLAST -fclperf-dump=sim -fclperf-launch=last:global=512x512,local=1x256 2>&1 | FileCheck --check-prefix=LAST %s
// LAST: work of an average group 0.5{{[67][0-9]*}}, of the heaviest 1 of group
//
// 391 groups of 100,096 have work: fewer than 96 places all over the launch would show.
// RUN: %clperf-cc -fsyntax-only %s -DFEW -fclperf-dump=sim -fclperf-launch=few:global=25624576,local=256,n=100000 2>&1 | FileCheck --check-prefix=FEW %s
// FEW: work of an average group 0.00{{3[6-9]|4}}{{.*}}, of the heaviest 1 of group
#ifdef FEW
__kernel void few(__global const float *in, __global float *out, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        float sum = 0;
        for (int j = 0; j < 1000; j++)
            sum += in[j] * in[i];
        out[i] = sum;
    }
}
#elif defined LAST
__kernel void last(__global const float *in, __global float *out) {
    int x = get_global_id(0), y = get_global_id(1);
    if (y >= 256 + 32)
        return;
    for (int j = 0; j < 20; j++) {
        float sum = 0;
        for (int i = 0; i < 1000; i++)
            sum += in[i * 512 + x + j];
        out[(y * 512 + x) * 20 + j] = sum;
    }
}
#elif defined TILE_X
__kernel void tiles(__global const float *in, __global float *out) {
    int x = (get_group_id(0) * 16 + get_local_id(0)) * TILE_X;
    int y = (get_group_id(1) * 16 + get_local_id(1)) * TILE_Y;
    if (x >= 16384 || y >= 4096)
        return;
    float sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += in[i * 16384 + x];
    out[y * 16384 + x] = sum;
}
#else
__kernel void triangle(__global const float *in, __global float *out) {
    int x = get_global_id(0), y = get_global_id(1);
    if (get_group_id(0) > get_group_id(1))
        return;
    float sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += in[i * 4096 + x];
    out[y * 4096 + x] = sum;
}
#endif
