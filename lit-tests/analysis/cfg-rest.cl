// What an unrolled loop that copies to local memory leaves over is three iterations at most: the first alone, the
// third under a condition beside the second, so that both are on their way at a time.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rtx-2080-ti -fclperf-dump=cfg -Wno-clperf 2>&1 | FileCheck %s
// CHECK: cfg of staged (machine view)
// CHECK: block [[FIRST:[0-9]+]] for.body.prol: ->[[REST:[0-9]+]] ->[[SECOND:[0-9]+]]
// CHECK: load global 4 bytes, access [[A:[0-9]+]] @
// CHECK-NOT: load global
// CHECK: store local 4 bytes, access {{[0-9]+}}, waits for [[A]]
// CHECK: block [[SECOND]] {{.*}}: ->[[REST]] idom [[FIRST]]
// CHECK-NEXT: load global 4 bytes, access [[B:[0-9]+]] @
// CHECK-NOT: waits for
// CHECK: load global 4 bytes, access [[C:[0-9]+]], guarded
// CHECK: store local 4 bytes, access {{[0-9]+}}, waits for [[B]]
// CHECK-NEXT: store local 4 bytes, access {{[0-9]+}}, guarded, waits for [[C]]
// CHECK-NEXT: block [[REST]]
// CHECK-COUNT-4: load global
// CHECK: barrier
//
// DRAM's latency is 424 cycles: three iterations wait twice for it, as two do, seven once more.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rtx-2080-ti -fclperf-dump=sim -Wno-clperf -fclperf-launch=staged:global=32,local=32,n=64 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rtx-2080-ti -fclperf-dump=sim -Wno-clperf -fclperf-launch=staged:global=32,local=32,n=96 2>&1 | FileCheck --check-prefix=THREE %s
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rtx-2080-ti -fclperf-dump=sim -Wno-clperf -fclperf-launch=staged:global=32,local=32,n=224 2>&1 | FileCheck --check-prefix=SEVEN %s
// TWO: simulation of 1 groups: 10{{..}} cycles
// TWO: L2 requests 3,
// THREE: simulation of 1 groups: 10{{..}} cycles
// THREE: L2 requests 4,
// SEVEN: simulation of 1 groups: 1{{[45]..}} cycles
// SEVEN: L2 requests 8,
//
// The loop is still known to do four iterations at a time where nobody says how many there are.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=rtx-2080-ti -fclperf-dump=sim -Wno-clperf -fclperf-launch=staged:global=32,local=32 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: L2 requests 10{{..}},
__kernel void staged(__global const float *in, __global float *out, int n) {
    __local float tile[1024];
    for (int j = get_local_id(0); j < n; j += 32)
        tile[j] = in[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[63 - get_local_id(0)];
}

// What is left over of a loop in another one is taken apart, whatever it does, and the loop around it is not repeated: it
// loads three times 8 and 3 numbers.
// CHECK: cfg of triangle (machine view)
// CHECK-NOT: loop 2
// CHECK: cfg of end
__kernel void triangle(__global float *out) {
    __local float a[16][64];
    int x = get_local_id(0);
    for (int i = 1; i < 16; i++)
        for (int j = 0; j < i; j++)
            a[i][x] -= a[j][x] * a[i][j];
    out[x] = a[15][x];
}
__kernel void end(__global float *out) {
    out[0] = 1;
}
