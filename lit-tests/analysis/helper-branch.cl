// A branch or switch in a helper stays in the source view where an argument or a constant of the
// helper decides it: it is in the source.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-dump=cfg 2>&1 | FileCheck %s

void put(__global int *out, int at, uint value)
{
    if (value % 5 == 1)
        return;
    out[at] = value;
}

int choose(int which, int a)
{
    int most = 3;
    switch (which) {
    case 0: return a;
    case 1: return -a;
    default: return most > 2 ? 0 : a * a;
    }
}

// CHECK: cfg of decided (source view): 4 blocks, 1 accesses
// CHECK: cfg of decided (machine view): 1 blocks, 0 accesses
// clperf: launch global=32 local=32
__kernel void decided(__global int *out)
{
    put(out, get_global_id(0), 1);
}

// CHECK: cfg of switched (source view): 8 blocks, 1 accesses
// CHECK: cfg of switched (machine view): 1 blocks, 1 accesses
// clperf: launch global=32 local=32
__kernel void switched(__global int *out)
{
    out[get_global_id(0)] = choose(1, 7);
}
