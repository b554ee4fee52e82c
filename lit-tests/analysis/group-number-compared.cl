// Where data decides a branch, and the group's number only takes part in the comparison, all groups
// do the same: the launch is counted as a whole, and what does not depend on the data is known.
//
// RUN: %clperf-cc -fsyntax-only %s -fclperf-gpu=gtx-980 -fclperf-add-output=json:file=%t.json
// RUN: %python -c "import json; k = json.load(open('%t.json'))['kernels'][0]; \
// RUN:   print(k['trace']['whole'], [x['known'] for x in k['loops']], [x['known'] for x in k['accesses']])" | FileCheck %s
// CHECK: True [True] [True, True, True, False, True]

// clperf: launch global=262144 local=64
kernel void k(global uint *a, global uint *b) {
    local uint s[64];
    uint i = get_local_id(0), up = get_group_id(0) & 1;
    s[i] = a[get_global_id(0)];
    for (uint n = 1; n < 64; n <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((s[i ^ n] > 7) == up)
            s[i] = n;
    }
    b[get_global_id(0)] = i;
}
