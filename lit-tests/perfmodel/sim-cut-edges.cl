// Groups that a cut trace does not reach are taken to do as the others, also where one is asked for
// more than once.

// RUN: %clperf-cc -fsyntax-only %s -Rclperf -fclperf-no-cache -fclperf-no-fixes -fclperf-gpu=gtx-980 \
// RUN:   -fclperf-launch=rows:global=65536,local=256,n=1200 \
// RUN:   -fclperf-launch=rows:global=65536,local=256,n=1500 \
// RUN:   -fclperf-launch=rows:global=512x128,local=16x16,n=1350 2>&1 | FileCheck %s

// CHECK-NOT: not analysed
// CHECK: remark: 'rows': 3 launches
// CHECK: note: 'rows' takes {{.*}} 65536/256
// CHECK: note: 'rows' takes {{.*}} 65536/256
// CHECK: note: 'rows' takes {{.*}} 512x128/16x16
// CHECK-NOT: not analysed

__kernel void rows(__global float *out, int n) {
    __local float row[256];
    int lid = get_local_id(0);
    float sum = 0;
    for (int i = 0; i < n; i++) {
        row[lid] = out[get_global_id(0) + i];
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += row[255 - lid];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}
