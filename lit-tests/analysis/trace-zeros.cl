// Buffers that are said to be full of zeros have known elements: which lanes branch and where a gather
// lands is exact. What the kernel writes to such a buffer replaces the zeros.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=trace,access \
// RUN:   -fclperf-launch=known:global=32,local=32,index=zeros:32,to=elements:32 \
// RUN:   -fclperf-launch=written:global=32,local=32,index=zeros:32,to=elements:32 2>&1 \
// RUN:   | FileCheck %s

__kernel void known(__global const int *index, __global float *to) {
    int i = get_global_id(0);
    if (index[i] == 0)
        to[index[i] + 8] = 1;
    else
        to[i] = 2;
}
// CHECK: accesses of known over 1 groups
// CHECK: store global to 4 bytes: 1 requests, 1 sectors
// CHECK-NEXT: store global to 4 bytes: 0 requests
// CHECK-NEXT: trace of known: {{.*}}, exact

__kernel void written(__global int *index, __global float *to) {
    int i = get_global_id(0);
    index[i] = i;
    to[index[i]] = 1;
}
// CHECK: accesses of written over 1 groups
// CHECK: store global to 4 bytes: 1 requests, 4 sectors
// CHECK-NEXT: trace of written: {{.*}}, exact
