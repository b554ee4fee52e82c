// Bank conflicts: their cost is what padding the tile would save.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf-barrier-stall 2>&1 | FileCheck --check-prefix=USUAL %s
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf-barrier-stall -Wclperf-bank-conflict=5ms 2>&1 \
// RUN:   | FileCheck --allow-empty --check-prefix=NONE %s
//
// USUAL-NOT: warning:
// USUAL: [[#@LINE+13]]:{{.*}}: warning: {{.*}}32-way{{.*}} costs 0.0{{[0-9]*[1-9].*}} [-Wclperf-bank-conflict]
// USUAL-NOT: warning:
//
// NONE-NOT: warning:

// clperf: launch global=1024x1024 local=32x32 n=1024
__kernel void tile(__global const float *in, __global float *out, int n)
{
    __local float tile[32][32];
    int x = get_local_id(0), y = get_local_id(1);
    int column = get_group_id(0) * 32, line = get_group_id(1) * 32;
    tile[y][x] = in[(line + y) * n + column + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(column + y) * n + line + x] = tile[x][y];
}
