// A loop of constant length that the machine view takes two iterations of at a time, and the code one: no access and
// no float says so, but how many instructions there are.
//
// RUN: %clperf-analyze %s -fclperf-gpu=rx-6900-xt -fclperf-dump=code,sim -fclperf-no-text 2>&1 | FileCheck %s
// CHECK: loop 0, line [[#@LINE+7]]: loop 0, 0.5 iterations in one
// CHECK: instructions of a warp: {{.*}}, int 10{{[23][0-9]}},

#define TWO x = mad24(x, y, y), y = mad24(x, y, x)

__kernel void products(__global int *out, int a) {
    int x = a, y = get_local_id(0);
    for (int i = 0; i < 64; i++)
        TWO, TWO, TWO, TWO, TWO, TWO, TWO, TWO;
    out[get_global_id(0)] = y;
}
