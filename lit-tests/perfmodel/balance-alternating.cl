// Every other 64 groups have work. Neither the places that are looked at, all multiples of a power of
// two, nor the simulated round show it; groups scattered over the launch do.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=sim -fclperf-launch=alternate:global=4194304,local=128,bit=0 2>&1 | FileCheck --check-prefix=ALL %s
// ALL-NOT: average group
// ALL: time 0.{{19|20}}
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=sim -fclperf-launch=alternate:global=4194304,local=128,bit=8192 2>&1 | FileCheck --check-prefix=HALF %s
// HALF: work of an average group 0.6{{[0-9]*}}, of the heaviest 1 of group
// HALF: time 0.{{09|10}}
//
// Where neighbours alternate, each round has its share of both.
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-dump=sim -fclperf-launch=alternate:global=4194304,local=128,bit=128 2>&1 | FileCheck --check-prefix=MIXED %s
// MIXED: time 0.{{09|10}}
__kernel void alternate(__global const float *in, __global float *out, int bit) {
    int i = get_global_id(0);
    if (i & bit)
        return;
    out[i] = in[i] * 2;
}
