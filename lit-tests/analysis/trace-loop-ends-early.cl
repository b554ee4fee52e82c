// The inner loop ends after three iterations at most, though nobody knows whether one after 32 would be the last: a
// sample of it that begins with the third stands for nothing but itself. What comes after it happens once.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=access -Wno-clperf 2>&1 | FileCheck %s
// CHECK: access 2 {{.*}} store global out 4 bytes: 2048 requests,
// CHECK-NOT: not known

// clperf: launch global=65536 local=64
// clperf: arg n=500
__kernel void k(__global const int *in, __global int *out, int n) {
    int sum = 0, at = get_global_id(0);
    for (int i = 0; i < n; i++) {
        int done = 0;
        for (int j = 0; j < 3 && !done; j++) {
            done = in[at] > j;
            sum += at * j;
        }
        at = in[at];
    }
    out[get_global_id(0)] = sum;
}
