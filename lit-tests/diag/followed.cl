// How often a loop runs depends on data, but what it does each time does not: the same for all
// lanes, so its patterns are known. Where every lane decides for itself, nothing is claimed.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf-latency-bound -Wno-clperf-unknown-loop -Wno-clperf-local-memory 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning: %s

// clperf: launch global=262144 local=256
__kernel void relax(__global float *a, __global const int *steps, float limit)
{
    __local float tile[32][33], edge[32][32];
    __local float change;
    int x = get_local_id(0) % 32, y = get_local_id(0) / 32;
    float sum = 0;
    change = 0;
    for (int i = 0; change < limit && i < steps[0]; i++) {
        tile[y][x] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        // CHECK: [[#@LINE+1]]:{{.*}}: warning: each warp's {{[a-z]+ [a-z]+}} 'edge' takes {{.*}} 32-way bank conflict
        sum += tile[x][y] + edge[x][y];
        change = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    a[get_global_id(0)] = sum;
}

// clperf: launch global=262144 local=256
__kernel void relax_apart(__global float *a, __global const int *steps)
{
    __local float edge[32][32];
    int x = get_local_id(0) % 32, y = get_local_id(0) / 32;
    float sum = 0;
    for (int i = 0; i < steps[get_global_id(0)]; i++)
        sum += edge[x][y + i];
    a[get_global_id(0)] = sum;
}
