// Addresses and conditions read like the source: its own names, no casts.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=expr 2>&1 | FileCheck %s
//
// CHECK: expressions of matrix
// CHECK-NEXT: load global: a + 4 * ((get_global_id(1) * width) + get_global_id(0))
// CHECK-NEXT: store global: b + 4 * ((get_global_id(0) * width) + get_global_id(1))
// CHECK-NEXT: branch 0 {{.*}}: (get_global_id(0) < width)
// CHECK: expressions of neighbours
// CHECK-NEXT: load global: a + 4 * (((get_group_id(0) * get_local_size(0)) + get_local_id(0)) - 1)
// CHECK-NEXT: load global: a + 4 * (((get_group_id(0) * get_local_size(0)) + get_local_id(0)) + 1)
// CHECK-NEXT: store global: b + 4 * ((get_group_id(0) * get_local_size(0)) + get_local_id(0))
// CHECK: expressions of points
// CHECK-NEXT: load constant: order + 4 * get_local_id(0)
// CHECK-NEXT: load global: p + 12 * order[get_local_id(0)] + 4
// CHECK-NEXT: store local: tile + 68 * get_local_id(1) + 4 * get_local_id(0)
// CHECK-NEXT: load local: tile + 68 * get_local_id(0) + 4 * get_local_id(1)
// CHECK-NEXT: store global: p + 12 * get_local_id(0) + 8
// CHECK: expressions of loop
// CHECK-NEXT: load global: a + 4 * ((k * n) + get_global_id(0))
// CHECK-NEXT: store global: b + 4 * get_global_id(0)
// CHECK-NEXT: branch 0 {{.*}}: (k < n)

struct point {
    float x, y;
    int tag;
};

__kernel void matrix(__global const float *a, __global float *b, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < width)
        b[x * width + y] = a[y * width + x];
}

__kernel void neighbours(__global const float *a, __global float *b)
{
    int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
    b[i] = a[i - 1] + a[i + 1];
}

__kernel void points(__global struct point *p, __constant int *order)
{
    __local float tile[16][17];
    int i = get_local_id(0), j = get_local_id(1);
    tile[j][i] = p[order[i]].y;
    barrier(CLK_LOCAL_MEM_FENCE);
    p[i].tag = tile[i][j] > 0;
}

// clperf: launch global=32 local=32 n=8
__kernel void loop(__global const float *a, __global float *b, int n)
{
    float s = 0;
    for (int k = 0; k < n; k++)
        s += a[k * n + get_global_id(0)];
    b[get_global_id(0)] = s;
}
