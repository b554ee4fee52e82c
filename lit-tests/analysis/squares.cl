// Squares of squares are one value with two paths to each before: analysing them takes no time that doubles with each.
// RUN: %clperf-cc -fsyntax-only %s -Rclperf -fclperf-no-cache -Wno-clperf 2>&1 | FileCheck %s
// CHECK-NOT: not analysed
// CHECK: remark: the launch of 'squares' is not known; as {{.*}} it would take
// CHECK-NOT: not analysed
#define FOUR(x) x *= x, x *= x, x *= x, x *= x
#define SIXTEEN(x) FOUR(x), FOUR(x), FOUR(x), FOUR(x)
kernel void squares(global uint *out, global const uint *in, uint n) {
    uint x = in[get_global_id(0)];
    for (uint i = 0; i < n; i++)
        SIXTEEN(x), SIXTEEN(x), SIXTEEN(x), SIXTEEN(x);
    out[get_global_id(0)] = x;
}
