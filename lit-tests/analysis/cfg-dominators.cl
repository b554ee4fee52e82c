// Edges, immediate dominators and post-dominators of the source view: they say where sides of a
// branch meet again.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=cfg 2>&1 | FileCheck %s

// A diamond with a triangle in one side.
// CHECK: cfg of diamond (source view): 6 blocks, 4 accesses
// CHECK-NEXT: block 0 entry: ->1 ->4 ipdom 5
// CHECK: block 1 if.then: ->2 ->3 idom 0 ipdom 3
// CHECK: block 2 if.then4: ->3 idom 1 ipdom 3
// CHECK: block 3 if.end: ->5 idom 1 ipdom 5
// CHECK: block 4 if.else: ->5 idom 0 ipdom 5
// CHECK: block 5 if.end9: idom 0
// clperf: launch global=32 local=32 n=8
__kernel void diamond(__global int *a, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        a[i] = 1;
        if (i == 3)
            a[i] = 2;
    } else {
        a[i] = 3;
    }
    a[i + 64] = 4;
}

// A return on one side: the branch's sides meet at the exit, behind everything else.
//
// CHECK: cfg of early (machine view): 3 blocks, 1 accesses
// CHECK-NEXT: block 0 entry: ->1 ->2 ipdom 2
// CHECK: block 1 if.end: ->2 idom 0 ipdom 2
// CHECK: block 2 {{.*}}: idom 0
// clperf: launch global=32 local=32 n=8
__kernel void early(__global int *a, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    a[i] = 1;
}
