// How sure a count is follows from what it depends on, not from what else the kernel does.
//
// RUN: %clperf-cc -fsyntax-only %s -Wno-clperf -fclperf-gpu=gtx-980 -fclperf-add-output=json:file=%t.json
// RUN: %python %root/lit-tests/diag/validate_schema.py %root/docs/report.schema.json %t.json
// RUN: %python %S/Inputs/print_certainty.py %t.json | FileCheck %s

// Data decides about an exchange, and about nothing else.
// CHECK: bitonic: unknown: a branch in a loop depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+17]] loop: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+16]] entries: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+16]] loop: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+15]] entries: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+13]] branch: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+13]] branch: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+14]] branch: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+13]] branch: unknown: a branch depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+12]] load a: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+11]] load a: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+11]] load a: unknown: a branch depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+11]] load a: unknown: a branch depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+10]] store a: unknown: a branch depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+10]] store a: unknown: a branch depends on data that is not known{{$}}
// clperf: launch global=4096 local=256 n=256
kernel void bitonic(global uint *a, uint n) {
    uint i = get_global_id(0);
    for (uint k = 2; k <= n; k <<= 1)
        for (uint j = k >> 1; j > 0; j >>= 1) {
            uint p = i ^ j;
            if (p > i && ((a[i] > a[p]) == ((i & k) == 0))) {
                uint t = a[i];
                a[i] = a[p];
                a[p] = t;
            }
            barrier(CLK_GLOBAL_MEM_FENCE);
        }
}

// A loop that data ends is entered all the same, and those behind it are not unknown for it.
// CHECK-NEXT: walk: unknown: a branch in a loop depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+13]] loop: unknown: a branch in a loop depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+12]] entries: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+13]] loop: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+12]] entries: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+9]] branch: unknown: a branch depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+10]] branch: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+6]] load in: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+7]] load in: unknown: an address depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+8]] load in: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+8]] store out: exact{{$}}
// clperf: launch global=4096 local=64 n=20
kernel void walk(global const int *in, global int *out, int n) {
    int i = get_global_id(0), s = 0, v = in[i] & 15;
    while (v > get_group_id(0))
        v = in[v] & 7 & (v - 1);
    for (int k = 0; k < n; k++)
        s += in[k * 3 + get_local_id(0)];
    out[i] = s;
}

// Who returns early, data says: what comes before is exact, and so is how often the loop runs for whoever
// comes to it.
// CHECK-NEXT: early: unknown: a branch depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+14]] loop: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+13]] entries: unknown: a branch depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+10]] branch: unknown: a branch depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+11]] branch: unknown: a branch depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+7]] store out: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+7]] load in: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+9]] load in: unknown: a branch depends on data that is not known{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+9]] store out: unknown: a branch depends on data that is not known{{$}}
// clperf: launch global=4096 local=64 n=20
kernel void early(global const int *in, global int *out, int n) {
    int i = get_global_id(0), s = 0;
    out[i] = 0;
    if (in[i] > 3)
        return;
    for (int k = 0; k < n; k++)
        s += in[k * 2];
    out[i * 2] = s;
}

// What depends on an argument that is made up, and what does not.
// CHECK-NEXT: border: assumed: an argument is assumed{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+7]] branch: assumed: an argument is assumed{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+6]] branch: assumed: an argument is assumed{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+4]] store a: followed: the size of the launch is assumed{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+5]] store b: assumed: an argument is assumed{{$}}
kernel void border(global float *a, global float *b, int width, int height) {
    int x = get_global_id(0), y = get_global_id(1);
    a[x] = 1;
    if (x < width - 1 && y < height - 1)
        b[y * width + x] = 1;
}

// Long loops are sampled: what is in them is followed at most. Which columns a pair is of differs from row
// to row, and with them the sectors.
// CHECK-NEXT: pairs: followed: loops were sampled{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+16]] loop: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+15]] entries: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+16]] loop: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+15]] entries: followed: loops were sampled{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+10]] branch: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+11]] branch: followed: loops were sampled{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+12]] branch: followed: loops were sampled{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+8]] store matrix: exact{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+11]] load data: followed: loops were sampled{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+10]] load data: followed: loops were sampled{{$}}
// CHECK-NEXT: {{^}}  [[#@LINE+10]] store matrix: followed: loops were sampled{{$}}
// clperf: launch global=2048 local=256 m=2048 n=2048
kernel void pairs(global float *matrix, global const float *data, int m, int n) {
    int j1 = get_global_id(0);
    if (j1 < m - 1) {
        matrix[j1 * m + j1] = 1;
        for (int j2 = j1 + 1; j2 < m; j2++) {
            float sum = 0;
            for (int i = 0; i < n; i++)
                sum += data[i * m + j1] * data[i * m + j2];
            matrix[j2 * m + j1] = sum;
        }
    }
}
