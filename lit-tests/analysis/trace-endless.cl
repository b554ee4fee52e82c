// A loop that never ends, although everything in it is known, is cut within the budget's memory:
// walking on takes no more of it. The kernel still gets a time.
//
// RUN: %clperf-cc -fsyntax-only %s -Rclperf -fclperf-no-cache -fclperf-budget=20,400 \
// RUN:   2>&1 | FileCheck %s

// CHECK: remark: 'endless' takes {{.*}} ms
// clperf: launch global=32 local=32
__kernel void endless(__global int *out)
{
    int lane = get_local_id(0);
    int4 v = (int4)(lane, lane, 1, 3);
    for (uchar i = 250; i != (v.y & 3); i++)
        v ^= (int4)(1);
    out[lane] = v.x + v.y;
}
