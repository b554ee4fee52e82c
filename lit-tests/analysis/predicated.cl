// A side of a branch with few instructions is executed under a predicate: there is no branch, and
// warps of which no lane takes it issue its instructions, but move no data.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-680 -fclperf-dump=cfg,sim -fclperf-launch=few:global=64,local=64,n=0 2>&1 | FileCheck --check-prefix=FEW %s
// FEW: cfg of few (machine view)
// FEW-NEXT: block 0
// FEW-NEXT: compute cmp 1 global-id 1, chain
// FEW-NEXT: block 1 {{.*}} predicated
// FEW-NEXT: compute address 1
// FEW-NEXT: store
// FEW: L2 requests 0,
//
// 4 instructions of the first block, 3 of the side, 3 at the end: 10 of two warps, on four schedulers of two each.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-680 -Rclperf -fclperf-launch=few:global=64,local=64,n=0 -fclperf-dump=sim 2>&1 | FileCheck --check-prefix=ISSUED %s
// ISSUED: simulation of 1 groups: [[#CYCLES:]] cycles
// ISSUED: issue busy
//
// Where there is more to do, it is branched over.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-680 -fclperf-dump=cfg -fclperf-launch=many:global=64,local=64,n=8 2>&1 | FileCheck --check-prefix=MANY %s
// MANY: cfg of many (machine view)
// MANY-NEXT: block 0
// MANY-NEXT: compute {{.*}} control 1
// MANY-NOT: predicated
__kernel void few(__global int *out, int n) {
    int i = get_global_id(0);
    __global int *to = out + i;
    if (i < n)
        *to = 1;
}
__kernel void many(__global int *out, int n) {
    int i = get_global_id(0);
    if (i < n)
        out[i] = out[i + 1] + out[i + n];
}
