// Blocks are cut into items: computation, one access, a barrier. An item waits for the loads whose
// results it is the first to need, not for those that are only under way.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=cfg 2>&1 | FileCheck %s

// CHECK: cfg of sum (source view): 1 blocks, 4 accesses
// CHECK-NEXT: block 0
// CHECK-NEXT: compute address 1 global-id 1, chain 2
// CHECK-NEXT: load global 4 bytes, access 0 @
// CHECK-NEXT: compute address 1, chain 1
// CHECK-NEXT: load global 4 bytes, access 1 @
// CHECK-NEXT: compute address 1 fp32 1, chain 1, waits for 0,1
// CHECK-NEXT: store global 4 bytes, access 2 @
// CHECK-NEXT: compute int 1 address 1, chain 2 @
// CHECK-NEXT: store global 4 bytes, access 3 @
// clperf: launch global=32 local=32
__kernel void sum(__global const float *a, __global const float *b, __global float *c)
{
    int i = get_global_id(0);
    float x = a[i], y = b[i];
    c[i] = x * x + y;
    c[i + 32] = x;
}

// CHECK: cfg of tile (source view): 1 blocks, 4 accesses
// CHECK: load global 4 bytes, access 0 @
// CHECK: store local 4 bytes, access 1, waits for 0 @
// CHECK-NEXT: barrier @
// CHECK: load local 4 bytes, access 2 @
// CHECK: store global 4 bytes, access 3, waits for 2 @
// clperf: launch global=32 local=32
__kernel void tile(__global const float *a, __global float *b)
{
    __local float t[32];
    int i = get_local_id(0);
    t[i] = a[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    b[i] = t[31 - i];
}

// CHECK: cfg of chase (source view): 1 blocks, 3 accesses
// CHECK: load global 4 bytes, access 0 @
// CHECK-NEXT: compute address 1, chain 1, waits for 0 @
// CHECK-NEXT: load global 4 bytes, access 1 @
// CHECK-NEXT: compute address 1, chain 1 @
// CHECK-NEXT: store global 4 bytes, access 2, waits for 1 @
// clperf: launch global=32 local=32
__kernel void chase(__global const int *next, __global int *last)
{
    int i = get_global_id(0);
    last[i] = next[next[i]];
}
